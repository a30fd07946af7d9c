import { expect, test } from 'vitest'
import { plainTextExcerpt } from './content-page.tsx'

test.each([
  ['<h1>FAQ</h1>\n<p class="lead">髪と<a href="/x">櫛</a>の\n  ご質問</p><p>もうひとつ</p>', '髪と櫛の ご質問'],
  ['<p>A &amp; B &quot;C&quot;</p>', 'A & B "C"'],
  ['<h1>何もない</h1>', ''],
])('%s', (html, expected) => {
  expect(plainTextExcerpt(html)).toBe(expected)
})

test('is not longer than a preview', () => {
  expect(plainTextExcerpt(`<p>${'椿'.repeat(300)}</p>`)).toHaveLength(110)
})
