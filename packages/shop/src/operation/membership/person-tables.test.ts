import { tableFacts } from '@kushi/db/schema/facts'
import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { personalDataErasers } from './internal/erase-traces.ts'
import { memberTablesToMerge } from './internal/member-tables-to-merge.ts'
import { rowMergers } from './internal/move-rows.ts'
import { personalDataTables } from './internal/person-tables.ts'

const ofPersons = new Set(personalDataTables.map(({ table }) => table))

test('a table that refers to one of a person says what is done with its rows', () => {
  const silent = [...tableFacts].filter(
    ([table, { person }]) =>
      person === undefined &&
      getTableConfig(table).foreignKeys.some((key) => ofPersons.has(key.reference().foreignTable)),
  )
  expect(silent.map(([table]) => getTableName(table))).toEqual([])
})

test('each table whose rows join in a merge has the function that does it', () => {
  const joining = memberTablesToMerge.filter(({ fate }) => fate === 'joins').map(({ table_name }) => table_name)
  expect(Object.keys(rowMergers).sort()).toEqual(joining.sort())
})

test('every heading of the file is one table’s', () => {
  const titles = personalDataTables.flatMap(({ facts }) => (typeof facts.shown === 'string' ? [facts.shown] : []))
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  expect(titles.slice(0, 3)).toEqual(['会員', 'お届け先', 'ご注文'])
})

test('each table whose person is erased by a function has that function', () => {
  const named = new Set(personalDataTables.flatMap(({ facts: { erased } }) => ('does' in erased ? [erased.does] : [])))
  expect([...named].sort()).toEqual(Object.keys(personalDataErasers).sort())
})
