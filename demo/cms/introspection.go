package cms

import (
	"reflect"
	"strings"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// introspectionObject is a value of gqlgen's introspection package, whose exported methods and fields have the names of
// the introspection types' fields.
type introspectionObject struct {
	typeName string
	value    reflect.Value
}

// introspect resolves __schema and __type.
func introspect(schema *ast.Schema, f *ast.Field, variables map[string]any) any {
	if f.Name == "__type" {
		name, _ := f.ArgumentMap(variables)["name"].(string)
		definition := schema.Types[name]
		if definition == nil {
			return nil
		}
		return wrap(reflect.ValueOf(introspection.WrapTypeFromDef(schema, definition)), "__Type")
	}
	return wrap(reflect.ValueOf(introspection.WrapSchema(schema)), "__Schema")
}

func wrap(v reflect.Value, typeName string) any {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		if v.Elem().Kind() == reflect.String {
			return v.Elem().String()
		}
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			item := v.Index(i)
			if item.Kind() == reflect.Struct {
				item = item.Addr()
			}
			list[i] = wrap(item, typeName)
		}
		return list
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Struct:
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		v = p
	}
	return introspectionObject{typeName: typeName, value: v}
}

// field resolves a field of an introspection type.
func (i introspectionObject) field(f *ast.Field, variables map[string]any) (any, error) {
	name := strings.ToUpper(f.Name[:1]) + f.Name[1:]
	typeName := f.Definition.Type.Name()
	if method := i.value.MethodByName(name); method.IsValid() {
		var in []reflect.Value
		if method.Type().NumIn() == 1 {
			include, _ := f.ArgumentMap(variables)["includeDeprecated"].(bool)
			in = append(in, reflect.ValueOf(include))
		}
		return wrap(method.Call(in)[0], typeName), nil
	}
	if field := reflect.Indirect(i.value).FieldByName(name); field.IsValid() {
		return wrap(field, typeName), nil
	}
	if f.Definition.Type.NonNull {
		return nil, gqlerror.Errorf("the introspection field %s is not supported", f.Name)
	}
	return nil, nil
}
