import type { FieldFailure } from '@kushi/contract/failure'
import type { z } from 'zod'

type Path = readonly (string | number)[]
type Def = z.core.$ZodTypes['_zod']['def']

/**
 * Finds every name in `given` that the schema does not declare, at any depth. Dropping a misspelt filter or field
 * would make the call do something else than was asked.
 */
export function unknownParameters(schema: z.core.$ZodType, given: unknown, path: Path = []): Path[] {
  if (given === null || typeof given !== 'object') return []
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'object':
      return ofObject(def, given as Record<string, unknown>, path)
    case 'array':
      return Array.isArray(given) ? given.flatMap((one, n) => unknownParameters(def.element, one, [...path, n])) : []
    case 'record':
      return Object.entries(given).flatMap(([name, one]) => unknownParameters(def.valueType, one, [...path, name]))
    case 'union':
      return ofUnion(def.options, given, path)
    case 'intersection':
      return shared([unknownParameters(def.left, given, path), unknownParameters(def.right, given, path)])
    case 'pipe':
      return unknownParameters(def.in._zod.def.type === 'transform' ? def.out : def.in, given, path)
    case 'lazy':
      return unknownParameters(def.getter(), given, path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unknownParameters(def.innerType, given, path)
    default:
      return []
  }
}

function ofObject({ shape, catchall }: z.core.$ZodObjectDef, given: Record<string, unknown>, path: Path): Path[] {
  // A strict object has `never` as its catchall.
  const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never'
  return Object.entries(given).flatMap(([name, one]) => {
    if (Object.hasOwn(shape, name)) return unknownParameters(shape[name]!, one, [...path, name])
    return isOpen ? [] : [[...path, name]]
  })
}

/**
 * The unknown names for the intended variant of a union: the one that fits but for these names, otherwise the one that
 * knows most of them.
 */
function ofUnion(options: readonly z.core.$ZodType[], given: unknown, path: Path): Path[] {
  const forms = options.map((one) => ({
    found: unknownParameters(one, given, path),
    isMeant: fits(one as z.ZodType, given),
  }))
  const meant = forms.filter(({ isMeant }) => isMeant)
  return (meant.length > 0 ? meant : forms).map(({ found }) => found).sort((a, b) => a.length - b.length)[0] ?? []
}

function fits(schema: z.ZodType, given: unknown): boolean {
  const { success, error } = schema.safeParse(given)
  return success || error.issues.every(({ code }) => code === 'unrecognized_keys')
}

const shared = ([left = [], right = []]: Path[][]): Path[] =>
  left.filter((one) => right.some((other) => other.join('.') === one.join('.')))

/** Whether the schema declares this name of `given`. */
export const declaresName = (schema: z.core.$ZodType, given: unknown, path: Path): boolean =>
  !unknownParameters(schema, given).some((unknown) => unknown.every((name, n) => name === path[n]))

/** One sentence for each unknown name, up to twenty. */
export const unknownParameterFailures = (names: readonly Path[]): FieldFailure[] =>
  names.slice(0, 20).map((path) => ({
    path: path.join('.').slice(0, 200),
    message_id: 'unknown_name',
    message: unknownParameterMessage(String(path.at(-1))),
  }))

export const unknownParameterMessage = (name: string): string =>
  `「${name.slice(0, 60)}」という項目はありません。名前をお確かめください。`
