import { z } from 'zod'

/** The kind of personal data in a field. It selects the mask that operators without the permission see instead. */
export type PersonalDataKind = 'name' | 'text' | 'address' | 'phone'

/**
 * Declares that a field may hold personal data. Every admin answer that contains the field is masked for those who may
 * not see it.
 */
export function markPersonalData<S extends z.core.$ZodType>(kind: PersonalDataKind, schema: S): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), personal: kind })
  return schema
}

/** Declares a stored record that is in no call: the kinds of personal data in its fields. */
export const personalFields = (kinds: Readonly<Record<string, PersonalDataKind>>): z.ZodType =>
  z.object(Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, markPersonalData(kind, z.unknown())])))
