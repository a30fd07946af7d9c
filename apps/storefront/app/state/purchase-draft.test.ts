import { expect, test } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { emptyDraft, forgetDrafts, inShapeOf, readDraft, startingDraft, writeDraft } from './purchase-draft.ts'

const typed = { ...emptyDraft, member: { ...emptyDraft.member, name01: '椿野' }, note: '玄関前' }

test('what was typed comes back, and nothing that must not be written down', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'normal', { ...typed, password: 'Tsubaki2026' } as typeof typed)
  expect(readDraft(storage, 'normal')).toEqual(typed)
  expect(storage.getItem('kushi.draft.normal')).not.toContain('Tsubaki2026')
})

test('who a person is, is not asked twice', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'normal', typed)
  const other = startingDraft(storage, 'periodic')
  expect(other.member.name01).toBe('椿野')
  expect(other.note).toBe('')
})

test('what does not fit the form is left out', () => {
  const model = { a: 'x', b: { c: false } }
  expect(inShapeOf(model, { a: 3, b: { c: true, d: 1 }, e: 'f' })).toEqual({ a: 'x', b: { c: true } })
  expect(inShapeOf(model, 'broken')).toEqual(model)
})

test('all drafts can be forgotten', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'periodic', typed)
  forgetDrafts(storage)
  expect(readDraft(storage, 'periodic')).toBeNull()
})
