import { toHiragana } from '@kushi/values/kana'
import { normalizePhone } from '@kushi/values/phone'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { canSeePersonalData, type OperatorContext, startsWithCondition } from '../../../foundation/admin/index.ts'

interface Person {
  name01: AnyPgColumn
  name02: AnyPgColumn
  kana01: AnyPgColumn
  kana02: AnyPgColumn
  phone_number: AnyPgColumn
  email?: AnyPgColumn
}

/**
 * Conditions, joined by `or`, for people whose name, kana, phone number or e-mail begins with these words, in any table
 * with these columns. An operator who sees people masked finds them only by a complete e-mail address or phone number,
 * because prefixes could be guessed letter by letter.
 */
export function personSearchConditions(ctx: OperatorContext, table: Person, words: string): SQL[] {
  const plain = words.replace(/[\s　]/g, '')
  const phone = normalizePhone(words)
  if (!canSeePersonalData(ctx))
    return [
      table.email && words.includes('@') ? eq(table.email, words.toLowerCase()) : sql`false`,
      /^\d{10,11}$/.test(phone) ? eq(table.phone_number, phone) : sql`false`,
    ]
  return [
    startsWithCondition(sql`(${table.name01} || ${table.name02})`, plain),
    startsWithCondition(sql`(${table.kana01} || ${table.kana02})`, toHiragana(plain)),
    ...(table.email ? [startsWithCondition(table.email, words.toLowerCase())] : []),
    ...(/^\d{4,}$/.test(phone) ? [startsWithCondition(table.phone_number, phone)] : []),
  ]
}
