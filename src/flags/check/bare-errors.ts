import type { JsonAnnotation, JsonError } from 'json-schema-library';

/**
 * An error of the library without its message: that one is written by the schema's own templates, and
 * holds the whole value, list of choices or schema each time.
 */
export function bareError(code: string, data: JsonError['data']): JsonError {
  return { type: 'error', code, message: '', data };
}

/** The same for an annotation. */
export function bareAnnotation(code: string, data: JsonAnnotation['data']): JsonAnnotation {
  return { type: 'annotation', code, message: '', data };
}
