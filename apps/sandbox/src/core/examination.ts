import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Store } from './store.ts'

/** 与信審査: the decision of a deferred payment provider about a buyer, and how a developer triggers each. */
export type Verdict = 'ok' | 'held' | 'ng' | 'waiting'
export type Finding = { verdict: Verdict; reason: 'limit' | 'address' | 'phone' | 'person' | null }

export const VERDICTS: Record<Verdict, string> = { ok: '審査OK', held: '保留', ng: '審査NG', waiting: '審査前' }

type Buyer = { name: string; phone: string; amount: number; open: number; limit: number }

/** By the last four digits of the phone number, as NP numbers its results. */
const BY_PHONE: Record<string, Finding> = {
  '0010': { verdict: 'held', reason: 'phone' },
  '0020': { verdict: 'ng', reason: 'person' },
  '0040': { verdict: 'waiting', reason: null },
}

/** Results ordered in advance take precedence, then the buyer's name, phone and current debt decide. */
export function createExamination(store: Store, provider: string) {
  const next = store.collection<Finding & { id: string }>(`${provider}.next`)
  return {
    order(verdict: Verdict): void {
      const reason = verdict === 'ng' || verdict === 'held' ? 'person' : null
      const id = String(store.next(`${provider}.next`))
      next.put(id, { id, verdict, reason })
    },
    ordered: () => next.all(),
    examine({ name, phone, amount, open, limit }: Buyer): Finding {
      const [due] = next.all()
      if (due !== undefined) {
        next.remove(due.id)
        return { verdict: due.verdict, reason: due.reason }
      }
      if (name.includes('否認')) return { verdict: 'ng', reason: 'person' }
      if (name.includes('保留')) return { verdict: 'held', reason: 'address' }
      const byPhone = BY_PHONE[phone.replace(/\D/g, '').slice(-4)]
      if (byPhone !== undefined) return byPhone
      if (open + amount > limit) return { verdict: 'ng', reason: 'limit' }
      return { verdict: 'ok', reason: null }
    },
  }
}
export type Examination = ReturnType<typeof createExamination>

/** The table of triggers for each result, for the home page. */
export function examinationGuide(title: string, path: string, limit: number): Html {
  const rows: readonly (readonly [string, string])[] = [
    ['ふつうの氏名と電話番号', '審査OK'],
    ['姓か名に「保留」', '保留。担当者のページで承認するか断るまで、そのまま待つ'],
    ['姓か名に「否認」', '審査NG'],
    ['電話番号の下4桁が 0010', '保留（電話番号の確認）'],
    ['電話番号の下4桁が 0020', '審査NG'],
    ['電話番号の下4桁が 0040', '審査前。次に尋ねられたときに審査OK'],
    [`同じ電話番号の未払いが合わせて${limit.toLocaleString('ja-JP')}円を超える`, '審査NG（上限額の超過）'],
  ]
  return html`<h2>${title}の審査</h2>
<p class="small muted">購入者の氏名か電話番号で結果が決まります。<a href="${path}">担当者のページ</a>では、次の結果を先に決めておくことも、保留の取引を承認したり断ったりすることもできます。</p>
<div class="scroll"><table class="stack"><thead><tr><th scope="col">購入者</th><th scope="col">どうなるか</th></tr></thead>
<tbody>${rows.map(([buyer, result]) => html`<tr><td>${buyer}</td><td>${result}</td></tr>`)}</tbody></table></div>`
}

/** The form that orders the next result. */
export function orderForm(examination: Examination, back: string): Html {
  const due = examination.ordered()
  return html`<div class="box"><form class="row" method="post" action="${back}next">
<div><label for="verdict">次の審査の結果</label><select id="verdict" name="verdict">${Object.entries(VERDICTS).map(([verdict, word]) => html`<option value="${verdict}">${word}</option>`)}</select></div>
<button>結果を決めておく</button></form>
${
  due.length === 0
    ? html`<p class="muted small">決めてある結果はありません。氏名と電話番号で決まります。</p>`
    : html`<p class="small">これからの結果: ${due.map(({ verdict }) => html`<span class="state">${VERDICTS[verdict]}</span> `)}</p>`
}</div>`
}
