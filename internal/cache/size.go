package cache

import (
	"reflect"
	"unsafe"
)

const (
	// entryOverhead is the memory of an entry in addition to its value, key and tags, including ristretto's
	// bookkeeping, in bytes.
	entryOverhead = 320
	stringHeader  = 16
	// mapOverhead is the memory of a map's element in addition to its key and value, in bytes.
	mapOverhead = 16
)

// sizeOf returns the memory of a value in bytes, including everything that it references, each once.
func sizeOf(value any) int64 {
	if value == nil {
		return 0
	}
	v := reflect.ValueOf(value)
	return int64(v.Type().Size()) + referencedSize(v, map[unsafe.Pointer]struct{}{})
}

// referencedSize returns the memory that a value references, without the value itself.
func referencedSize(v reflect.Value, seen map[unsafe.Pointer]struct{}) int64 {
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Pointer:
		if v.IsNil() || visited(v.UnsafePointer(), seen) {
			return 0
		}
		return int64(v.Elem().Type().Size()) + referencedSize(v.Elem(), seen)
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + referencedSize(v.Elem(), seen)
	case reflect.Slice:
		if v.IsNil() || visited(v.UnsafePointer(), seen) {
			return 0
		}
		size := int64(v.Cap()) * int64(v.Type().Elem().Size())
		if isFlat(v.Type().Elem()) {
			return size
		}
		for i := range v.Len() {
			size += referencedSize(v.Index(i), seen)
		}
		return size
	case reflect.Array:
		var size int64
		for i := range v.Len() {
			size += referencedSize(v.Index(i), seen)
		}
		return size
	case reflect.Struct:
		var size int64
		for i := range v.NumField() {
			size += referencedSize(v.Field(i), seen)
		}
		return size
	case reflect.Map:
		if v.IsNil() || visited(v.UnsafePointer(), seen) {
			return 0
		}
		size := int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size()+mapOverhead)
		for entries := v.MapRange(); entries.Next(); {
			size += referencedSize(entries.Key(), seen) + referencedSize(entries.Value(), seen)
		}
		return size
	}
	return 0
}

func visited(p unsafe.Pointer, seen map[unsafe.Pointer]struct{}) bool {
	if _, ok := seen[p]; ok {
		return true
	}
	seen[p] = struct{}{}
	return false
}

// isFlat reports whether values of a type contain no references, so that their elements need not be visited.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Array, reflect.Struct, reflect.Map,
		reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return false
	}
	return true
}
