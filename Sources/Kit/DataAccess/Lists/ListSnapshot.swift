/// The state of a list with sections at one point in time. An empty list has no sections. A
/// nonempty list that is not grouped has one section, whose name is empty.
public struct ListSnapshot<Element: Sendable>: Sendable {
    /// Elements grouped under one name.
    public struct Section: Sendable {
        /// The section's name; empty if the list is not grouped.
        public var name: String
        /// The elements, in the order in which they are shown.
        public var elements: [Element]

        public init(name: String, elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// The sections, in the order in which they are shown.
    public var sections: [Section]

    public init(sections: [Section] = []) {
        self.sections = sections
    }

    /// Creates a list of the elements in the given order. A new section begins at each change of
    /// section name, so the elements of a section must be adjacent.
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

    /// The elements of all sections, in order.
    public var elements: [Element] { sections.flatMap(\.elements) }
    /// Number of elements in all sections.
    public var count: Int { sections.reduce(0) { $0 + $1.elements.count } }

    /// Returns the same list with each element converted by `transform`.
    public func map<Other: Sendable>(_ transform: (Element) -> Other) -> ListSnapshot<Other> {
        ListSnapshot<Other>(
            sections: sections.map {
                .init(name: $0.name, elements: $0.elements.map(transform))
            }
        )
    }

    /// The element at `place`. The list must contain this position.
    public subscript(place: ListPlace) -> Element {
        get { sections[place.section].elements[place.element] }
        set { sections[place.section].elements[place.element] = newValue }
    }
}

extension ListSnapshot.Section: Equatable where Element: Equatable {}
extension ListSnapshot: Equatable where Element: Equatable {}

/// Position of an element in a list with sections.
public struct ListPlace: Hashable, Comparable, Sendable {
    /// The section's index, from 0.
    public var section: Int
    /// The element's index in its section, from 0.
    public var element: Int

    public init(section: Int, element: Int) {
        self.section = section
        self.element = element
    }

    public static func < (left: ListPlace, right: ListPlace) -> Bool {
        (left.section, left.element) < (right.section, right.element)
    }
}
