import Schema
import Testing

@Test(arguments: [
    ("City", "cities"), ("Country", "countries"), ("Day", "days"), ("Box", "boxes"),
    ("Bus", "buses"), ("Person", "people"), ("BookShelf", "bookShelves"), ("Series", "series"),
    ("URLRecord", "urlRecords"), ("tax_rate", "taxRates"), ("Self", "selfs"),
    ("Branch", "branches"), ("Quiz", "quizzes"), ("RubricCriterion", "rubricCriteria"),
    ("Diagnosis", "diagnoses"), ("DataAnalysis", "dataAnalyses"), ("Axis", "axes"),
    ("Chassis", "chassis"), ("Hero", "heroes"),
])
func pluralsAreRegularEnglish(entity: String, expected: String) {
    #expect(pluralName(entity) == expected)
}

@Test(arguments: [
    ("isCapital", "isCapital"), ("class", "`class`"), ("tax-rate", "taxRate"), ("3d", "_3d"),
    ("URL", "url"), ("URLValue", "urlValue"), ("größe", "größe"), ("", "_"),
])
func propertiesAreLegalSwift(name: String, expected: String) {
    #expect(propertyName(name) == expected)
}

@Test(arguments: [
    ("city", "City"), (".App.City", "City"), ("tax_rate", "TaxRate"), ("URL", "URLRecord"),
    // The library has a `MemoryDAO` and a `ManagedDAO`.
    ("Memory", "MemoryRecord"), ("managed", "ManagedRecord"), ("Store", "Store"),
    // What has no capitals would be called as its variables are.
    ("2D", "_2DRecord"), ("都市", "都市Record"), ("مدينة", "مدينةRecord"), ("город", "Город"),
])
func typesAreLegalSwift(name: String, expected: String) {
    #expect(typeName(name) == expected)
}

@Test func theIdentityIsTheFirstRuleThatApplies() {
    var entity = Entity(
        name: "City",
        attributes: [
            Attribute(name: "area", type: .float), Attribute(name: "cityID", type: .integer64),
            Attribute(name: "id", type: .string), Attribute(name: "code", type: .string),
            Attribute(name: "key", type: .uuid),
        ],
        uniquenessConstraints: [["code", "area"], ["code"]],
        userInfo: ["relatedByAttribute": "key"]
    )
    #expect(entity.identityRule == .attribute("key"))
    entity.userInfo = ["relatedByAttribute": "area"]
    #expect(entity.identityRule == .attribute("code"))
    entity.uniquenessConstraints = []
    #expect(entity.identityRule == .assigned)
    entity.uniquenessConstraints = [["id", "cityID"]]
    #expect(entity.identityRule == .assigned)
    #expect(entity.identityColumn == "_id")
}
