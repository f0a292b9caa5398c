/// A list in sections, as it was at one time. A list without a section key has one section, named
/// by the empty text; an empty list has none.
public struct ListSnapshot<Element: Sendable>: Sendable {
    /// Elements that belong together, under one name.
    public struct Section: Sendable {
        /// Common name of the elements; empty for a list without sections.
        public var name: String
        /// In the order in which they show.
        public var elements: [Element]

        public init(name: String, elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// In the order in which they show.
    public var sections: [Section]

    public init(sections: [Section] = []) {
        self.sections = sections
    }

    /// The elements in the given order; a section begins at each change of name. Elements of a
    /// section must be adjacent.
    public init(_ elements: [Element], sectionName: (Element) -> String) {
        sections = []
        for element in elements {
            let name = sectionName(element)
            if let last = sections.indices.last, sections[last].name == name {
                sections[last].elements.append(element)
            } else {
                sections.append(Section(name: name, elements: [element]))
            }
        }
    }

    /// Those of all sections, one after the other.
    public var elements: [Element] { sections.flatMap(\.elements) }
    /// Number of elements in all sections.
    public var count: Int { sections.reduce(0) { $0 + $1.elements.count } }

    /// The same list with another thing in the place of each element.
    public func map<Other: Sendable>(_ transform: (Element) -> Other) -> ListSnapshot<Other> {
        ListSnapshot<Other>(
            sections: sections.map {
                .init(name: $0.name, elements: $0.elements.map(transform))
            }
        )
    }

    /// The element there; the place must be one of the list.
    public subscript(place: ListPlace) -> Element {
        get { sections[place.section].elements[place.element] }
        set { sections[place.section].elements[place.element] = newValue }
    }
}

extension ListSnapshot.Section: Equatable where Element: Equatable {}
extension ListSnapshot: Equatable where Element: Equatable {}

/// Position of an element, both numbers from 0.
public struct ListPlace: Hashable, Comparable, Sendable {
    /// The section's number, from 0.
    public var section: Int
    /// The element's number in its section, from 0.
    public var element: Int

    public init(section: Int, element: Int) {
        self.section = section
        self.element = element
    }

    public static func < (left: ListPlace, right: ListPlace) -> Bool {
        (left.section, left.element) < (right.section, right.element)
    }
}
