/** Hands a dropped file to the desk as it is; a refusal is listed row by row, an answer shown on the page that follows. */
export const DESK_SCRIPT = `(function () {
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
