import Testing

@testable import CacheStore

@Suite struct DateTextTests {
    /// `Date.distantPast` used to move by two days when the body of a change was read again.
    @Test(arguments: ["yyyy-MM-dd'T'HH:mm:ssZZZZZ", "yyyy-MM-dd"])
    func daysBefore1582AreReadAsTheyWereWritten(_ format: String) {
        let dates = ImportDates(format: format)
        #expect(dates.text(-63_114_076_800).hasPrefix("0000-12-30"))
        for day in [-730_487, -730_485, -365_000, -153_000, -152_000, 0] {
            let time = Double(day) * 86400
            #expect(dates.seconds(dates.text(time)) == time, "\(day)")
        }
    }

    @Test func everyFormatHasTheSameCalendar() {
        let german = ImportDates(format: "dd.MM.yyyy")
        let time = ImportDates(format: "yyyy-MM-dd").seconds("1500-01-10")
        #expect(time == -15_809_299_200)
        #expect(german.seconds("10.01.1500") == time)
        #expect(german.text(time ?? 0) == "10.01.1500")
    }

    /// These used to be days in the years 1, 3, 21, 70 and 2000.
    @Test func aYearHasTheFourDigitsOfTheFormat() {
        let dates = ImportDates(format: "yyyy-MM-dd")
        for text in ["1.1.21", "03/04/21", "21-03-01", "12000-01-01"] {
            #expect(dates.seconds(text) == nil, "\(text)")
        }
        #expect(ImportDates(format: nil).seconds("12000-01-01T00:00:00Z") == nil)
        #expect(ImportDates(format: "dd.MM.yyyy").seconds("1.1.70") == nil)
        #expect(dates.seconds("2021-3-1") == dates.seconds("2021-03-01"))
        let withoutSeparators = ImportDates(format: "yyyyMMdd")
        #expect(withoutSeparators.seconds("20210301") == dates.seconds("2021-03-01"))
        #expect(ImportDates(format: "dd.MM.yy").seconds("1.1.70") == -978_307_200)
    }

    /// A time before the year 1 was written as one in the year 1 or later, and a year of five digits
    /// was not read again.
    @Test(arguments: [
        "yyyy-MM-dd", "dd.MM.yyyy", "yyyyMMdd", "d.M.y", "G yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss.SSS",
        "'yyyy' yyyyy/MM/dd",
    ])
    func everyYearIsReadAsItWasWritten(_ format: String) {
        let dates = ImportDates(format: format)
        let late = format == "yyyyMMdd" ? [] : [252_455_616_000.0]
        for time in [-63_114_076_800, -13_219_200_000, 0] + late {
            #expect(dates.seconds(dates.text(time)) == time, "\(time)")
        }
    }

    @Test func aShortYearIsReadWhereTheFormatHasNoLongOne() {
        let day = ImportDates(format: nil).seconds("2021-03-01T00:00:00Z")
        #expect(ImportDates(format: "'yyyy' yy-MM-dd").seconds("yyyy 21-03-01") == day)
        #expect(ImportDates(format: "d.M.y").seconds("1.3.21") == day)
        #expect(ImportDates(format: "yyyyMMdd").seconds("210301") == day)
        let year = ImportDates(format: "yyyy-MM-dd").seconds("0044-01-01")
        #expect(ImportDates(format: "G yyyy").seconds("AD 44") == year)
    }
}
