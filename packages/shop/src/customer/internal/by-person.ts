import { toHiragana } from '@kushi/values/kana'
import { normalizePhone } from '@kushi/values/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { startsWith } from '../../admin/index.ts'

interface Person {
  name01: AnyPgColumn
  name02: AnyPgColumn
  kana01: AnyPgColumn
  kana02: AnyPgColumn
  phone_number: AnyPgColumn
  email?: AnyPgColumn
}

/** Whose name, kana, phone or mail begins with these words, in whatever table the person stands: conditions, any of them. */
export function byPerson(table: Person, words: string): SQL[] {
  const plain = words.replace(/[\s　]/g, '')
  const phone = normalizePhone(words)
  return [
    startsWith(sql`(${table.name01} || ${table.name02})`, plain),
    startsWith(sql`(${table.kana01} || ${table.kana02})`, toHiragana(plain)),
    ...(table.email ? [startsWith(table.email, words.toLowerCase())] : []),
    ...(/^\d{4,}$/.test(phone) ? [startsWith(table.phone_number, phone)] : []),
  ]
}
