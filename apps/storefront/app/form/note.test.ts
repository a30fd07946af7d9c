import { expect, test } from 'vitest'
import { FREE_NOTE } from '../state/purchase-draft.ts'
import { noteFailures } from './note.ts'

test('a place that is too long is refused in words, and not cut', () => {
  const failures = (note_text: string) => noteFailures({ note: FREE_NOTE, note_text }).map(({ message }) => message)
  expect(failures('あ'.repeat(200))).toEqual([])
  expect(failures('あ'.repeat(201))).toEqual(['置き場所は200文字までで入力してください(今 201文字)。'])
  expect(failures(' ')).toHaveLength(1)
  expect(noteFailures({ note: '玄関前', note_text: 'あ'.repeat(300) })).toEqual([])
})
