import { expect, test } from 'vitest'
import { KanaReading } from './name-fields.tsx'

const read = (shown: string[], left: string) => {
  const reading = new KanaReading()
  for (const text of shown) reading.update(text)
  return reading.end(left)
}

test('the text before the conversion is the reading', () => {
  expect(read(['や', 'やm', 'やま', 'やまだ', '山田'], '山田')).toBe('やまだ')
  expect(read(['ｙ', 'や', 'やま', 'や', 'やの', '矢野'], '矢野')).toBe('やの')
})

test('katakana and unconverted kana also count', () => {
  expect(read(['ハ', 'ハナ', 'ハナコ'], 'ハナコ')).toBe('はなこ')
  expect(read(['はなこ'], 'はなこ')).toBe('はなこ')
})

test('a cancelled composition leaves nothing, and each composition starts empty', () => {
  const reading = new KanaReading()
  reading.update('やま')
  reading.update('')
  expect(reading.end('')).toBe('')
  reading.update('だ')
  expect(reading.end('田')).toBe('だ')
})
