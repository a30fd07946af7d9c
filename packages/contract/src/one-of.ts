import { z } from 'zod'

/** A closed list of values: each id with its Japanese name. */
export type ClosedList = Readonly<Record<string, string>>

/**
 * A schema for one value of a closed list of `packages/values`. The audit log (操作履歴) shows the value by its name in
 * the list.
 */
export const oneOf = <T extends ClosedList>(list: T, message?: string) =>
  z.enum(Object.keys(list) as (keyof T & string)[], message).meta({ values: list })
