import { expect, test } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { applyChanges, changedFields, forgetFormDrafts, readFormDraft, writeFormDraft } from './form-draft.ts'

const now = Date.parse('2026-11-21T03:00:00Z')
const key = { name: 'address.new', customer_id: 7 }
const initial = { name01: '山口', addr03: '', is_default: false }

test('stores only the changes, and applies them to the current values of the server', () => {
  expect(changedFields(initial, { ...initial })).toBeNull()
  const changed = changedFields(initial, { ...initial, addr03: '椿ハイツ 201', is_default: true, other: 1 })
  expect(changed).toEqual({ addr03: '椿ハイツ 201', is_default: true })
  expect(applyChanges({ ...initial, name01: '佐藤' }, changed ?? {})).toEqual({
    name01: '佐藤',
    addr03: '椿ハイツ 201',
    is_default: true,
  })
  expect(applyChanges(initial, { is_default: 'yes', gone: 1 })).toEqual(initial)
})

test('the same for nested fields', () => {
  const form = { other: { addr01: '渋谷区', addr02: '1-2' }, note: '' }
  const changed = changedFields(form, { ...form, other: { addr01: '渋谷区', addr02: '3-4' } })
  expect(changed).toEqual({ other: { addr02: '3-4' } })
  expect(applyChanges({ ...form, other: { addr01: '港区', addr02: '' } }, changed ?? {})).toEqual({
    other: { addr01: '港区', addr02: '3-4' },
    note: '',
  })
  expect(applyChanges(form, { other: 'x' })).toEqual(form)
})

test('a draft belongs to one form and one person', () => {
  const storage = fakeStorage()
  writeFormDraft(storage, key, { addr03: '201' }, now)
  expect(readFormDraft(storage, key, now)).toEqual({ addr03: '201' })
  expect(readFormDraft(storage, { ...key, customer_id: 8 }, now)).toBeNull()
  expect(readFormDraft(storage, { ...key, name: 'address.12' }, now)).toBeNull()
})

test('it is deleted after saving, after a logout, and after a week', () => {
  const storage = fakeStorage()
  writeFormDraft(storage, key, { addr03: '201' }, now)
  expect(readFormDraft(storage, key, now + 8 * 86_400_000)).toBeNull()
  writeFormDraft(storage, key, null, now)
  expect(readFormDraft(storage, key, now)).toBeNull()
  writeFormDraft(storage, key, { addr03: '201' }, now)
  forgetFormDrafts(storage)
  expect(storage.all.size).toBe(0)
})

test.each(['{', '[]', '{"address.new":{"customer_id":"7"}}', '7'])('%s in the storage is no draft', (text) => {
  expect(readFormDraft(fakeStorage({ 'kushi.forms': text }), key, now)).toBeNull()
})
