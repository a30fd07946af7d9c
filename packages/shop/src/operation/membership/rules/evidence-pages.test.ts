import { expect, test } from 'vitest'
import { htmlTextLines, japanTimeText, textAsOfDay } from './evidence-pages.ts'

test('a moment is that of Japan', () =>
  expect(japanTimeText(new Date('2026-11-26T15:05:00Z'))).toBe('2026年11月27日 00:05'))

test('a page becomes lines, its table a line for each row', () =>
  expect(
    htmlTextLines(
      '<h2>送料</h2><table><tr><th>宅配便</th><td>660円</td></tr><tr><th>A&amp;B</th><td>0円</td></tr></table><p>以上<br>です</p>',
    ),
  ).toEqual(['送料', '宅配便 660円', 'A&B 0円', '以上', 'です']))

test.each([
  ['never changed', [], ['今', false]],
  [
    'changed twice: what stood before the first change',
    [{ before: { html: '前' } }, { before: { html: '中' } }],
    ['前', true],
  ],
  ['another field changed', [{ before: { title: '題' } }, { before: null }], ['今', false]],
])('%s', (_, since, [text, is_former]) =>
  expect(textAsOfDay('html', '今', since as never)).toEqual({ text, is_former }),
)
