package import Diagnostics
package import QueryCompiler
import QueryLanguage
import QueryWords
package import Schema

/// A query, with all information from which its method in the manager is generated.
package struct QueryContext: Sendable, Hashable {
    package var name: String
    package var managerName: String
    package var source: String
    package var entity: EntityContext
    package var query: CompiledQuery
    /// An English sentence that describes the query.
    package var sentence: String
    package var options: GenerationOptions
    package var schema: Schema
    /// Maximum number of records; nil if there is no limit.
    package var limit: Int?
    /// The record that has the fetched property; nil if the query is not a fetched property.
    package var owner: OwnerContext?

    package init(
        name: String,
        query: CompiledQuery,
        schema: Schema,
        source: String,
        options: GenerationOptions = GenerationOptions()
    ) {
        let schema = options.applied(to: schema)
        self.name = propertyName(name)
        self.managerName = "\(modelTypeName(schema.name))Manager"
        self.source = source
        // Looks up the entity in the schema with these options. The query was compiled without
        // them.
        let whole = schema.withInheritedProperties
        let entity = whole.entity(named: query.entity.name) ?? query.entity
        self.entity = EntityContext(entity, in: whole)
        self.query = query
        self.sentence = QueryWords.sentence(for: query.request, in: schema)
        self.options = options
        self.schema = schema
    }
}

/// The record that has a fetched property. The variables of the property's query get their values
/// from this record.
package struct OwnerContext: Sendable, Hashable {
    package var type: String
    package var variable: String
    /// The record's name in comments.
    package var noun: String
    /// Swift expressions for the values of the variables, keyed by the variable's name.
    package var values: [String: String]
    /// Whether the query uses the record's identity. If true, the result is empty for a record
    /// without an identity.
    package var needsIdentity: Bool
}

extension QueryContext {
    /// The reason why the manager cannot have a method with the query's name; nil if it can. A
    /// method without parameters would hide a member with the same name, or not compile.
    package var nameProblem: String? {
        guard owner == nil, query.parameters.isEmpty, ManagerNames(schema).contains(name) else {
            return nil
        }
        return "\(managerName) already has a member \"\(name.trimmingBackticks)\""
    }

    /// Errors that prevent the generation of a method for the query. They have no source position.
    package var problems: [Diagnostic] {
        let typed = Set(query.parameters.map(\.name))
        let untyped = query.remainderVariables.filter { !typed.contains($0) }.map {
            Diagnostic(
                "untyped-variable",
                "the type of $\($0) is not known",
                fix: "compare the variable with an attribute of \"\(query.entity.name)\""
            )
        }
        let named = parameterProblem(of: query).map {
            Diagnostic("bad-variable", $0, fix: "rename the variable")
        }
        let ofCoreData = coreDataProblem.map { Diagnostic("not-for-core-data", $0) }
        return untyped + [named, ofCoreData].compactMap { $0 }
    }

    /// The reason why Core Data would raise an exception for the query. Nil if there is no such
    /// reason, or if the generated code does not use Core Data.
    package var coreDataProblem: String? {
        guard options.backend == .coredata, let predicate = query.request.predicate else {
            return nil
        }
        let schema = schema.withInheritedProperties
        let model = SchemaFormats(schema)
        let list = predicate.unorderedElement(of: query.entity.name, in: model) { key, entity in
            schema.entity(named: entity)?.relationship(named: key)?.isOrdered == true
        }
        if let list {
            return
                "\"\(list.text)\" is not ordered, so Core Data cannot select an element by index: use ANY or ALL"
        }
        var problem: String?
        predicate.forEachComparison(of: query.entity.name, in: model) { comparison, _ in
            if comparison.operator == .between, case .variable(let name) = comparison.right.kind {
                problem =
                    "Core Data requires two elements after BETWEEN, but the list $\(name) can have any number of elements: write BETWEEN {$low, $high}"
            }
        }
        return problem
    }
}

/// Returns the reason why the query's variables cannot be parameters of a method; nil if they can.
private func parameterProblem(of query: CompiledQuery) -> String? {
    var variables: [String: String] = [:]
    for variable in query.parameters.map(\.name) {
        let name = propertyName(variable)
        if name == "_" {
            return "the variable name $\(variable) cannot be converted to a Swift parameter name"
        }
        if let other = variables.updateValue(variable, forKey: name) {
            return
                "the variables $\(other) and $\(variable) would both become the parameter \"\(name)\""
        }
    }
    return nil
}

/// Generates the file that contains the query's method. The file is named after the method. For a
/// fetched property, the name of the record's type comes first, as in `Author+recentBooks.swift`.
package func generate(_ query: QueryContext) -> GeneratedFile {
    let name = query.name.trimmingBackticks
    let file = query.owner.map { "\($0.type)+\(name)" } ?? name
    let code = query.options.backend == .coredata ? renderManagedQuery(query) : renderQuery(query)
    return GeneratedFile(name: "\(file).swift", code)
}
