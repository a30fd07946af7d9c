import { type Html, html } from '../core/html.ts'
import { LEDGER_CSS, table, time } from '../core/ledger-page.ts'
import { page } from '../core/page.ts'
import { type Label, PROGRAMS } from './issue.ts'

/** An accepted file, with the file returned for it. */
export type ReceivedFile = {
  id: string
  at: string
  program: string
  file_name: string
  labels: Label[]
  /** 発行済データ, as base64. */
  content: string
}

const CSS = `${LEDGER_CSS}
#drop{border:1px dashed var(--muted);border-radius:4px;background:var(--surface);padding:32px 16px;text-align:center}#drop.over{border-style:solid;border-color:var(--leaf)}
#drop input{margin-top:8px}#refused:empty,#said:empty{display:none}.ok{border-color:var(--leaf)}.button.main{background:var(--leaf);border-color:var(--leaf);color:#fff}`

const titleOf = (name: string) => PROGRAMS.find((one) => one.name === name)?.title ?? name
const result = ({ id }: ReceivedFile, look: string) =>
  html`<a class="button ${look}" href="/sandbox/carriers/files/${id}" download>発行済データをダウンロードする</a>`

const row = (one: ReceivedFile): Html => html`<tr>
<td>${time(one.at)}</td><td>${titleOf(one.program)}<br><span class="muted">${one.file_name}</span></td><td class="num right">${one.labels.length}枚</td>
<td>${result(one, '')}<details><summary class="small">番号を見る</summary><dl class="small">${one.labels.map(
  ({ shipment_no, tracking_no }) => html`<dt class="num">${shipment_no}</dt><dd class="num">${tracking_no}</dd>`,
)}</dl></details></td></tr>`

/** The page to upload a file, as into the carriers' programs, and to download the file with the numbers. */
export function deskPage(files: readonly ReceivedFile[], done: string | undefined): Response {
  const newest = files.find(({ id }) => id === done)
  return page({
    title: '配送会社の送り状ソフト',
    css: CSS,
    script: DESK_SCRIPT,
    body: html`<h1>配送会社の送り状ソフト</h1>
<p class="lead">管理画面の「今日の出荷」で作った送り状ファイルを読み、番号を付けて発行済データを返します。荷物は動きません。</p>
${
  newest
    ? html`<div class="box ok" role="status"><p>${titleOf(newest.program)}で、送り状を${newest.labels.length}枚発行しました。返されたファイルを「今日の出荷」に置いてください。</p><p>${result(newest, 'main')}</p></div><br>`
    : null
}
<div id="drop"><label for="file">送り状ファイルをここに置くか、選んでください。どのソフトのファイルかは、項目の数で見分けます。</label>
<input id="file" type="file" accept=".csv,text/csv"></div>
<p id="said" role="status"></p>
<div id="refused" role="alert"></div>
<p class="small muted">${PROGRAMS.map(({ title, reads }) => `${title} ${reads.count}項目`).join('、')}。1行でも受け付けられないときは、1枚も発行しません。同じファイルをもう一度置くと、別の番号でもう一度発行します。</p>
<h2>発行した送り状 <span class="small muted">新しい順に30件</span></h2>
${table(['日時', 'ソフトとファイル', '枚数', '発行済データ'], files.map(row), 'まだ発行していません。')}
${files.length === 0 ? null : html`<form method="post" action="/sandbox/carriers/clear"><p><button class="danger">記録を消す</button></p></form>`}
<p class="small"><a href="/sandbox/carriers/files.json">files.json</a></p>`,
  })
}

/** Uploads a dropped file unchanged; lists a rejection row by row, and shows a result on the next page. */
const DESK_SCRIPT = `(function () {
  'use strict'
  var zone = document.getElementById('drop')
  var input = document.getElementById('file')
  var said = document.getElementById('said')
  var refused = document.getElementById('refused')
  function cell(row, text) { row.appendChild(document.createElement('td')).textContent = text }
  function show(list) {
    said.textContent = ''
    var head = document.createElement('h3')
    head.textContent = '受け付けられません（' + list.length + '件）'
    var table = document.createElement('table')
    list.forEach(function (one) {
      var row = table.appendChild(document.createElement('tr'))
      cell(row, one.row === 0 ? 'ファイル全体' : one.row + '行目')
      cell(row, one.column)
      cell(row, one.reason)
    })
    refused.className = 'box'
    refused.replaceChildren(head, table)
  }
  function take(file) {
    if (!file) return
    refused.replaceChildren()
    refused.className = ''
    said.textContent = file.name + 'を読んでいます…'
    fetch('/sandbox/carriers/files?file_name=' + encodeURIComponent(file.name), { method: 'POST', body: file })
      .then(function (answer) {
        if (answer.status !== 200 && answer.status !== 422) throw new Error(String(answer.status))
        return answer.json()
      })
      .then(function (answer) {
        if (answer.refusals.length > 0) return show(answer.refusals)
        location.assign('/sandbox/carriers/?done=' + answer.id)
      })
      .catch(function () { said.textContent = 'ファイルを渡せませんでした。大きすぎるか、代役が動いていません。' })
  }
  input.addEventListener('change', function () { take(input.files[0]); input.value = '' })
  zone.addEventListener('dragover', function (event) { event.preventDefault(); zone.className = 'over' })
  zone.addEventListener('dragleave', function () { zone.className = '' })
  zone.addEventListener('drop', function (event) {
    event.preventDefault()
    zone.className = ''
    take(event.dataTransfer.files[0])
  })
})()
`
