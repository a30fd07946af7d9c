import { expect, test } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import {
  emptyDraft,
  forgetDrafts,
  forgetNewCards,
  pickShape,
  readDraft,
  startingDraft,
  writeDraft,
} from './purchase-draft.ts'

const typed = { ...emptyDraft, member: { ...emptyDraft.member, name01: '椿野' }, note: '玄関前' }

test('restores the input, without values that must not be stored', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'normal', { ...typed, password: 'Tsubaki2026' } as typeof typed)
  expect(readDraft(storage, 'normal')).toEqual(typed)
  expect(storage.getItem('kushi.draft.normal')).not.toContain('Tsubaki2026')
})

test('customer data are reused for the other kind of purchase', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'normal', typed)
  const other = startingDraft(storage, 'periodic')
  expect(other.member.name01).toBe('椿野')
  expect(other.note).toBe('')
})

test('ignores values that do not fit the form', () => {
  const model = { a: 'x', b: { c: false } }
  expect(pickShape(model, { a: 3, b: { c: true, d: 1 }, e: 'f' })).toEqual({ a: 'x', b: { c: true } })
  expect(pickShape(model, 'broken')).toEqual(model)
})

test('a new card that a guest’s form chose is no choice of the member who logs in', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'normal', { ...typed, payment: '1' })
  writeDraft(storage, 'periodic', { ...typed, payment: 'cash' })
  forgetNewCards(storage)
  expect(readDraft(storage, 'normal')).toMatchObject({ payment: '', note: '玄関前' })
  expect(readDraft(storage, 'periodic')?.payment).toBe('cash')
})

test('all drafts can be deleted', () => {
  const storage = fakeStorage()
  writeDraft(storage, 'periodic', typed)
  forgetDrafts(storage)
  expect(readDraft(storage, 'periodic')).toBeNull()
})
