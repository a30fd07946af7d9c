/**
 * The script that a page loads as `token.js`: `window.Multipayment` in both generations. v1 uses lower-case field names
 * and a callback; v2 uses camel case and also returns a promise. The card goes directly to the vault, beside this
 * script.
 */
export const TOKEN_SCRIPT = `(function () {
  'use strict'
  var own = document.currentScript && document.currentScript.src
  var endpoint = own ? new URL('../../token', own).href : '/sandbox/gmo/token'
  var apiKey = ''

  function pick(card, v1, v2) {
    var value = card[v1] !== undefined ? card[v1] : card[v2]
    return value === undefined || value === null ? '' : String(value)
  }

  function notify(callback, result) {
    var target = typeof callback === 'string' ? window[callback] : callback
    if (typeof target === 'function') target(result)
    return result
  }

  function getToken(card, callback) {
    if (typeof card !== 'object' || card === null) return Promise.resolve(notify(callback, { resultCode: '511' }))
    return fetch(endpoint, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        apiKey: apiKey,
        cardno: pick(card, 'cardno', 'cardNo'),
        expire: pick(card, 'expire', 'expire'),
        securitycode: pick(card, 'securitycode', 'securityCode'),
        holdername: pick(card, 'holdername', 'holderName'),
        tokennumber: pick(card, 'tokennumber', 'tokenNumber')
      })
    })
      .then(function (answer) { return answer.ok ? answer.json() : { resultCode: '901' } })
      .catch(function () { return { resultCode: '901' } })
      .then(function (result) { return notify(callback, result) })
  }

  window.Multipayment = {
    init: function (key) { apiKey = String(key || '') },
    getToken: getToken
  }
})()
`
