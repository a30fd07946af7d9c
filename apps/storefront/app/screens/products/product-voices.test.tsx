import type { Voice } from '@kushi/contract/voice'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductVoices } from './product-voices.tsx'

const voices = (count: number): Voice[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    text: `声${n + 1}`,
    named_as: '40代',
    received_on: '2026-10-05',
    origin: 'own',
    product: null,
  }))
const shown = (count: number) => renderToString(<ProductVoices voices={voices(count)} />)

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [3, 3, 0],
  [5, 3, 2],
])('of %d voices %d are shown and %d folded', (count, first, folded) => {
  const [open = '', inside = ''] = shown(count).split('<details')
  expect(open.match(/<blockquote/g) ?? []).toHaveLength(first)
  expect(inside.match(/<blockquote/g) ?? []).toHaveLength(folded)
  if (folded > 0) expect(inside.replaceAll('<!-- -->', '')).toContain(`ほかの声を読む(${folded}件)`)
})

test('without voices there is nothing, not even a heading', () => {
  expect(shown(0)).toBe('')
})
