import type { LoginChannel } from './channel.ts'

/**
 * The script that a page loads in place of `@line/liff`: `window.liff` with the methods that the shop uses. A login
 * leaves the page with PKCE and its own state, and `init` completes it, as in the real SDK.
 */
export const liffScript = ({ id, liffId, botId, botName }: LoginChannel) => `(function () {
  'use strict'
  var own = document.currentScript && document.currentScript.src
  var base = own ? new URL('.', own).href : '/sandbox/line/'
  var app = ${JSON.stringify({ id, liffId, botId, botName })}
  var key = 'sandbox-liff:' + app.liffId
  var started = false

  function fail(code, message) {
    var error = new Error(message)
    error.code = code
    return error
  }
  function read(name) {
    try { return JSON.parse(localStorage.getItem(key + name) || 'null') } catch (_) { return null }
  }
  function keep(name, value) {
    if (value === null) localStorage.removeItem(key + name)
    else localStorage.setItem(key + name, JSON.stringify(value))
  }
  function random() {
    return base64url(crypto.getRandomValues(new Uint8Array(32)))
  }
  function base64url(bytes) {
    return btoa(String.fromCharCode.apply(null, bytes)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
  }
  function needInit() {
    if (!started) throw fail('INIT_FAILED', 'liff.init has not been called.')
  }
  function needToken() {
    needInit()
    var token = liff.getAccessToken()
    if (token === null) throw fail('UNAUTHORIZED', 'Need access_token for api call, Please login first')
    return token
  }
  function call(path, options) {
    return fetch(base + 'api/' + path, options).then(function (answer) {
      return answer.json().catch(function () { return {} }).then(function (body) {
        if (!answer.ok) throw fail(answer.status === 401 ? 'UNAUTHORIZED' : 'UNKNOWN', body.error_description || body.message || 'HTTP ' + answer.status)
        return body
      })
    })
  }
  function isInClient() {
    return /\\bLine\\/\\d/.test(navigator.userAgent)
  }
  function tidy(url) {
    history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  }
  function store(token, seconds) {
    keep('', { token: token, expires: Date.now() + seconds * 1000 })
  }
  function openedInTalk(url) {
    var token = /(?:^#|&)access_token=([\\w-]+)/.exec(url.hash)
    if (!token) return
    url.hash = ''
    tidy(url)
    if (isInClient()) store(token[1], 12 * 3600)
  }
  function backFromLogin(url) {
    var state = url.searchParams.get('state')
    if (state === null || url.searchParams.get('liffClientId') !== app.id) return Promise.resolve()
    var pending = read(':login')
    var code = url.searchParams.get('code')
    keep(':login', null)
    ;['code', 'state', 'liffClientId', 'friendship_status_changed', 'error', 'error_description'].forEach(function (name) { url.searchParams.delete(name) })
    tidy(url)
    if (code === null) return Promise.resolve()
    if (!pending || pending.state !== state) return Promise.reject(fail('INVALID_ARGUMENT', 'state does not match'))
    return call('oauth2/v2.1/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code', client_id: app.id, code: code,
        redirect_uri: pending.redirectUri, code_verifier: pending.verifier
      })
    }).then(function (answer) { store(answer.access_token, answer.expires_in) })
  }

  function askForFriendship() {
    return new Promise(function (resolve, reject) {
      var dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', '友だち追加')
      dialog.style.cssText = 'border:0;border-radius:8px;padding:24px;max-width:320px;font:16px/1.7 sans-serif;color:#111;background:#fff'
      var text = document.createElement('p')
      text.textContent = app.botName + '（' + app.botId + '）を友だちに追加しますか。'
      text.style.cssText = 'margin:0 0 16px'
      dialog.appendChild(text)
      function button(label, colours, done) {
        var one = document.createElement('button')
        one.type = 'button'
        one.textContent = label
        one.style.cssText = 'display:block;width:100%;min-height:44px;margin-top:8px;border-radius:4px;font:inherit;' + colours
        one.addEventListener('click', function () { dialog.remove(); done() })
        dialog.appendChild(one)
      }
      button('友だち追加', 'border:0;background:#05803A;color:#fff', resolve)
      button('追加しない', 'border:1px solid #ccc;background:#fff;color:#111', function () { reject(fail('FORBIDDEN', 'user canceled')) })
      document.body.appendChild(dialog)
      dialog.showModal()
    })
  }

  var liff = {
    id: null,
    init: function (config) {
      if (config.liffId !== app.liffId) return Promise.reject(fail('INVALID_CONFIG', 'liffId is not that of the sandbox: ' + app.liffId))
      liff.id = config.liffId
      started = true
      openedInTalk(new URL(location.href))
      return backFromLogin(new URL(location.href))
    },
    isInClient: isInClient,
    isLoggedIn: function () { return started && liff.getAccessToken() !== null },
    getAccessToken: function () {
      var kept = read('')
      return kept && kept.expires > Date.now() ? kept.token : null
    },
    login: function (config) {
      needInit()
      if (isInClient() && liff.getAccessToken() !== null) return
      var verifier = random()
      var redirect = new URL((config && config.redirectUri) || location.href)
      redirect.hash = ''
      redirect.searchParams.set('liffClientId', app.id)
      var pending = { state: random(), verifier: verifier, redirectUri: redirect.href }
      keep(':login', pending)
      crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)).then(function (hash) {
        location.assign(base + 'access/liff/v1/authorize?' + new URLSearchParams({
          app_id: app.liffId, client_id: app.id, response_type: 'code', scope: 'profile openid',
          state: pending.state, redirect_uri: redirect.href, code_challenge_method: 'S256', code_challenge: base64url(new Uint8Array(hash))
        }))
      })
    },
    logout: function () { keep('', null) },
    getProfile: function () {
      return Promise.resolve().then(function () { return call('v2/profile', { headers: { Authorization: 'Bearer ' + needToken() } }) })
    },
    getFriendship: function () {
      return Promise.resolve().then(function () { return call('friendship/v1/status', { headers: { Authorization: 'Bearer ' + needToken() } }) })
    },
    requestFriendship: function () {
      return Promise.resolve().then(function () {
        var token = needToken()
        if (!isInClient()) throw fail('FORBIDDEN', 'requestFriendship is only available in LIFF browser')
        return askForFriendship().then(function () {
          return call('friendship/v1/request', { method: 'POST', headers: { Authorization: 'Bearer ' + token } })
        }).then(function () {})
      })
    },
    openWindow: function (params) { window.open(params.url, '_blank', 'noopener') },
    closeWindow: function () {
      if (isInClient()) location.assign(base)
      else window.close()
    }
  }
  window.liff = liff
})()
`
