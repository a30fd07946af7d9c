/** The home page's script: loads demo accounts, the shop's clock and its use of LINE from the shop's server. */
export const HOME_SCRIPT = `(function () {
  'use strict'
  function el(name, text, parent) {
    var node = document.createElement(name)
    if (text !== undefined) node.textContent = text
    if (parent) parent.appendChild(node)
    return node
  }
  function get(path, options) {
    return fetch(path, options).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.json()
    })
  }

  var demo = document.getElementById('demo')
  get('/sandbox/demo.json').then(function (answer) {
    var accounts = Array.isArray(answer) ? answer : answer.data
    demo.textContent = ''
    if (accounts.length === 0) return (demo.textContent = 'このデータベースには、見本の会員がいません。')
    var table = el('table', undefined, demo)
    table.className = 'stack'
    var head = el('tr', undefined, el('thead', undefined, table))
    ;['お店', 'メールアドレス', 'パスワード', 'どんな会員か'].forEach(function (text) { el('th', text, head).scope = 'col' })
    var body = el('tbody', undefined, table)
    accounts.forEach(function (one) {
      var row = el('tr', undefined, body)
      el('td', one.shop, row)
      el('code', one.email, el('td', undefined, row))
      el('code', one.password, el('td', undefined, row))
      el('td', one.note, row)
    })
    demo.className = 'scroll'
  }).catch(function () {
    demo.textContent = 'お店のサーバーから受け取れませんでした。お店を通さずにこのページを開いているかもしれません。'
  })

  var operators = document.getElementById('operators')
  get('/sandbox/operators.json').then(function (people) {
    operators.textContent = ''
    if (people.length === 0) return (operators.textContent = 'このデータベースには、見本の担当者がいません。')
    operators.className = 'box'
    var row = el('div', undefined, operators)
    row.className = 'row'
    people.forEach(function (one) {
      var form = el('form', undefined, row)
      form.method = 'post'
      form.action = '/sandbox/operators/' + one.role
      el('button', one.role_name + 'として入る', form)
    })
    el('p', '押すと、その役割の見本の担当者としてログインします。', operators).className = 'small muted'
  }).catch(function () {
    operators.textContent = 'お店のサーバーから受け取れませんでした。'
  })

  var clock = document.getElementById('clock-now')
  var buttons = [].slice.call(document.querySelectorAll('[data-days]'))
  var offset = 0
  function show(answer) {
    var state = answer.data || answer
    offset = Number(state.offset_days) || 0
    clock.textContent = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', year: 'numeric', month: 'long', day: 'numeric', weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(state.now)) +
      (offset === 0 ? '（現在）' : '（' + offset + '日先）')
    buttons.forEach(function (button) { button.disabled = false })
  }
  function missing() {
    clock.textContent = 'お店の時計に届きません。お店を通さずにこのページを開いているか、時計を動かせない設定です。'
    buttons.forEach(function (button) { button.disabled = true })
  }
  get('/sandbox/clock').then(show).catch(missing)
  function target(step) {
    if (step === 'now') return 0
    if (step !== 'month') return offset + Number(step)
    // Same day of the next month, or its last day.
    var today = new Date(Date.now() + offset * 86400000 + 9 * 3600000)
    var day = today.getUTCDate()
    var last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 0)).getUTCDate()
    var next = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, Math.min(day, last))
    return offset + Math.round((next - Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), day)) / 86400000)
  }
  buttons.forEach(function (button) {
    button.addEventListener('click', function () {
      buttons.forEach(function (other) { other.disabled = true })
      clock.textContent = '時計を動かしています…'
      get('/sandbox/clock', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ offset_days: target(button.dataset.days) })
      }).then(show).catch(missing)
    })
  })

  var level = document.getElementById('line-level')
  var levels = [].slice.call(document.querySelectorAll('[data-level]'))
  function showLevel(answer) {
    levels.forEach(function (button) {
      button.disabled = false
      button.setAttribute('aria-pressed', String(button.dataset.level === answer.level))
      if (button.dataset.level === answer.level) level.textContent = 'いまの扱い: ' + button.textContent
    })
  }
  function noLevel() { level.textContent = 'お店のサーバーに届きません。お店を通さずにこのページを開いています。' }
  get('/sandbox/line-level').then(showLevel).catch(noLevel)
  levels.forEach(function (button) {
    button.addEventListener('click', function () {
      get('/sandbox/line-level', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ level: button.dataset.level })
      }).then(showLevel).catch(noLevel)
    })
  })
})()
`
