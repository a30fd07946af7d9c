import type { Html } from '../core/html.ts'
import { html } from '../core/html.ts'
import { TEST_CARDS } from './cards.ts'

const spaced = (number: string) =>
  number.length === 16 ? number.replace(/(\d{4})(?=\d)/g, '$1 ') : number.replace(/^(\d{4})(\d{6})(\d+)$/, '$1 $2 $3')

/** The test cards, for the home page. */
export function cardsGuide(): Html {
  const row = (card: (typeof TEST_CARDS)[number]) =>
    html`<tr><td class="num">${spaced(card.number)}</td><td>${card.brand}</td><td>${card.note}</td></tr>`
  return html`<h2>テスト用のカード</h2>
<p class="small muted">有効期限は先の年月、セキュリティコードは3桁（AMEXは4桁）、名義は半角英字なら何でも構いません。この表にない番号は、本物のカードでも「番号の誤り」（G65）として断ります。</p>
<div class="scroll"><table class="stack pair"><thead><tr><th scope="col">番号</th><th scope="col">ブランド</th><th scope="col">どうなるか</th></tr></thead>
<tbody>${TEST_CARDS.map(row)}</tbody></table></div>`
}
