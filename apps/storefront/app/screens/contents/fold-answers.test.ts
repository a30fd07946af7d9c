import { expect, test } from 'vitest'
import { collapseAnswers } from './fold-answers.ts'

test('what stands below a question opens by a press on it, up to the next heading', () => {
  expect(
    collapseAnswers(
      '<h2 id="a">配送</h2>\n<h3>送料は</h3>\n<p>660円</p><ul><li>x</li></ul>\n<h3 id="b">日数は</h3><p>5日</p><h2>商品</h2>',
    ),
  ).toBe(
    '<h2 id="a">配送</h2>\n<details><summary><h3>送料は</h3></summary><p>660円</p><ul><li>x</li></ul></details>' +
      '<details><summary><h3 id="b">日数は</h3></summary><p>5日</p></details><h2>商品</h2>',
  )
})

test('an answer does not reach beyond its section', () => {
  expect(collapseAnswers('<section><h3>問</h3><p>答</p></section><p>後</p>')).toBe(
    '<section><details><summary><h3>問</h3></summary><p>答</p></details></section><p>後</p>',
  )
})

test.each(['<h1>題</h1><p>文</p>', '<details><summary>問</summary>答</details><h3>見出し</h3><p>文</p>'])(
  '%s stays as it is',
  (html) => expect(collapseAnswers(html)).toBe(html),
)
