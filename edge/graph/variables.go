package graph

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkVariables checks the variables that a caller has sent by the input coercion of the GraphQL specification.
// gqlgen accepts more: numbers for strings, texts for numbers, and enum values in any letter case (SEC-11).
func checkVariables(schema *ast.Schema, op *ast.OperationDefinition, sent map[string]any) *gqlerror.Error {
	for _, v := range op.VariableDefinitions {
		value, isSent := sent[v.Variable]
		if !isSent {
			continue
		}
		if err := checkInput(schema, v.Type, value, ast.Path{ast.PathName(v.Variable)}); err != nil {
			return err
		}
	}
	return checkNullArguments(op, sent)
}

// checkInput checks a value of a type. Missing values, and null where it is not allowed, are refused by gqlgen.
func checkInput(schema *ast.Schema, t *ast.Type, value any, path ast.Path) *gqlerror.Error {
	if value == nil {
		return nil
	}
	if t.Elem != nil {
		// A list of JSON, or one of a single value's type, into which validation has put the value of a field.
		list := reflect.ValueOf(value)
		if list.Kind() != reflect.Slice {
			return checkInput(schema, t.Elem, value, path)
		}
		for i := range list.Len() {
			at := append(slices.Clone(path), ast.PathIndex(i))
			if err := checkInput(schema, t.Elem, list.Index(i).Interface(), at); err != nil {
				return err
			}
		}
		return nil
	}
	definition := schema.Types[t.NamedType]
	switch {
	case definition == nil:
		return nil
	case definition.Kind == ast.InputObject:
		object, _ := value.(map[string]any)
		for _, field := range definition.Fields {
			at := append(slices.Clone(path), ast.PathName(field.Name))
			if err := checkInput(schema, field.Type, object[field.Name], at); err != nil {
				return err
			}
		}
	case definition.Kind == ast.Enum:
		name, isText := value.(string)
		if !isText || definition.EnumValues.ForName(name) == nil {
			return inputError(path, value, "one of the values of "+t.NamedType)
		}
	case t.NamedType == "ID":
		if _, isText := value.(string); !isText && !isInteger(value, -math.MaxFloat64, math.MaxFloat64) {
			return inputError(path, value, "a string or an integer (ID)")
		}
	case t.NamedType == "Int":
		if !isInteger(value, math.MinInt32, math.MaxInt32) {
			return inputError(path, value, "an integer of 32 bits (Int)")
		}
	case t.NamedType == "Float":
		if _, isNumber := numberOf(value); !isNumber {
			return inputError(path, value, "a number (Float)")
		}
	case t.NamedType == "Boolean":
		if _, isBoolean := value.(bool); !isBoolean {
			return inputError(path, value, "true or false (Boolean)")
		}
	case definition.Kind == ast.Scalar && !strings.HasPrefix(t.NamedType, "_"):
		// String, and the scalars of the graph, which are texts. Those of federation begin with an underscore.
		if _, isText := value.(string); !isText {
			return inputError(path, value, "a string ("+t.NamedType+")")
		}
	}
	return nil
}

// maxPlainNumber is the number from which JavaScript writes integers with an exponent.
const maxPlainNumber = 1e21

// withIntegers writes whole numbers of a JSON value without fraction and exponent: 1.0 and 1e0 are the integer 1, as
// clients write it whose numbers are all floating-point.
func withIntegers(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, entry := range v {
			v[name] = withIntegers(entry)
		}
	case []any:
		for i, entry := range v {
			v[i] = withIntegers(entry)
		}
	case json.Number:
		if !strings.ContainsAny(string(v), ".eE") {
			return v
		}
		if n, err := v.Float64(); err == nil && n == math.Trunc(n) && math.Abs(n) < maxPlainNumber {
			return json.Number(strconv.FormatFloat(n+0, 'f', 0, 64)) // -0 is 0
		}
	}
	return value
}

// isInteger reports whether a value is a number without a fraction within limits.
func isInteger(value any, least, most float64) bool {
	n, ok := numberOf(value)
	return ok && n == math.Trunc(n) && n >= least && n <= most
}

// numberOf returns a number of JSON, or of an operation that was not read from JSON.
func numberOf(value any) (float64, bool) {
	switch number := value.(type) {
	case json.Number:
		n, err := strconv.ParseFloat(string(number), 64)
		return n, err == nil
	case int:
		return float64(number), true
	case int64:
		return float64(number), true
	case float64:
		return number, true
	}
	return 0, false
}

func inputError(path ast.Path, value any, needed string) *gqlerror.Error {
	text, err := json.Marshal(value)
	if err != nil {
		text = []byte("the value")
	}
	return validationError("variable $%s: %.40s is not accepted, send %s", path, text, needed)
}

// validationError returns an error with the code that gqlgen uses for invalid variables.
func validationError(format string, values ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, values...)
	errcode.Set(err, errcode.ValidationFailed)
	return err
}

// checkNullArguments refuses null in a variable that is used where null is not allowed. Validation accepts such a
// variable if it, or the argument, has a default, which does not apply to null.
func checkNullArguments(op *ast.OperationDefinition, sent map[string]any) *gqlerror.Error {
	null := map[string]bool{}
	for _, v := range op.VariableDefinitions {
		if value, isSent := sent[v.Variable]; isSent && value == nil {
			null[v.Variable] = true
		}
	}
	if len(null) == 0 {
		return nil
	}
	return nullIn(op.SelectionSet, null, map[string]bool{})
}

// nullIn searches a selection for a variable whose value null is not allowed.
func nullIn(set ast.SelectionSet, null, visited map[string]bool) *gqlerror.Error {
	var found *gqlerror.Error
	for _, selection := range set {
		var directives ast.DirectiveList
		switch s := selection.(type) {
		case *ast.Field:
			directives = s.Directives
			found = cmp.Or(nullArgument(s.Arguments, null), nullIn(s.SelectionSet, null, visited))
		case *ast.InlineFragment:
			directives = s.Directives
			found = nullIn(s.SelectionSet, null, visited)
		case *ast.FragmentSpread:
			directives = s.Directives
			if s.Definition != nil && !visited[s.Name] {
				visited[s.Name] = true
				found = nullIn(s.Definition.SelectionSet, null, visited)
			}
		}
		for _, d := range directives {
			found = cmp.Or(found, nullArgument(d.Arguments, null))
		}
		if found != nil {
			return found
		}
	}
	return nil
}

func nullArgument(arguments ast.ArgumentList, null map[string]bool) *gqlerror.Error {
	for _, argument := range arguments {
		if found := nullValue(argument.Value, null); found != nil {
			return found
		}
	}
	return nil
}

func nullValue(value *ast.Value, null map[string]bool) *gqlerror.Error {
	if value.Kind == ast.Variable {
		if null[value.Raw] && value.ExpectedType != nil && value.ExpectedType.NonNull {
			return validationError("variable $%s: null is not allowed, leave it out or send a value of %s",
				value.Raw, value.ExpectedType)
		}
		return nil
	}
	for _, child := range value.Children {
		if found := nullValue(child.Value, null); found != nil {
			return found
		}
	}
	return nil
}
