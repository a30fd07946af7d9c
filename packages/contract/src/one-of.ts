import { z } from 'zod'

/** A closed list of values: each id with its Japanese name. */
export type ClosedList = Readonly<Record<string, string>>

/** One value of a closed list of `packages/values`; 操作履歴 shows it by its name there. */
export const oneOf = <T extends ClosedList>(list: T, message?: string) =>
  z.enum(Object.keys(list) as (keyof T & string)[], message).meta({ values: list })
