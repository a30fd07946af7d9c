/**
 * What both stand-ins share: a dialog that plays the sheet, with the cards of the simulator. Nothing is encrypted: what would
 * be the ciphertext is Base64 of the plain text.
 */
const COMMON = `
  var CARDS = [
    { label: 'JCB 0007', pan: '3569990010000007', action: 'jcb' },
    { label: 'Visa 1111', pan: '4111111111111111', action: 'visa' },
    { label: '断られるカード', pan: '4999000000000002', action: 'refused' }
  ]
  function base64(value) {
    return btoa(String.fromCharCode.apply(null, new TextEncoder().encode(JSON.stringify(value))))
  }
  function random() {
    return btoa(String.fromCharCode.apply(null, crypto.getRandomValues(new Uint8Array(24))))
  }
  function sheet(name, label, total, cards, choose, cancel) {
    var dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', name)
    dialog.style.cssText = 'box-sizing:border-box;margin:auto;width:min(400px,calc(100vw - 32px));padding:24px;border:1px solid #d9d9de;border-radius:12px;font:16px/1.6 sans-serif;color:#222;background:#fff'
    function add(tag, text, press) {
      var element = document.createElement(tag)
      element.textContent = text
      if (press) {
        element.type = 'button'
        element.style.cssText = 'display:block;width:100%;min-height:48px;margin-top:8px;border:1px solid #888;border-radius:8px;background:#fff;font:inherit'
        element.addEventListener('click', function () { press() })
      }
      dialog.appendChild(element)
      return element
    }
    add('p', name + '（代役）')
    add('p', label + ' ' + (total === '' ? '金額は未定' : total + '円'))
    var note = add('p', '')
    note.setAttribute('role', 'status')
    cards.forEach(function (card) {
      add('button', card.label, function () { choose(card, note) })
    })
    add('button', 'やめる', function () { close(); cancel() })
    dialog.addEventListener('cancel', function (event) { event.preventDefault(); close(); cancel() })
    function close() { dialog.close(); dialog.remove() }
    document.body.appendChild(dialog)
    dialog.showModal()
    return { close: close, say: function (text) { note.textContent = text } }
  }
`

/** Stands in for the browser's own Apple Pay JS, where it has none. */
export const APPLE_PAY_SCRIPT = `(function () {
  'use strict'
  if (window.ApplePaySession) return
  var own = document.currentScript && document.currentScript.src
  var validationURL = own ? new URL('apple-pay/paymentservices/startSession', own).href : '/sandbox/gmo-openapi/apple-pay/paymentservices/startSession'
${COMMON}
  function Session(version, request) {
    if (version < 3 || !navigator.userActivation.isActive) throw new Error('InvalidAccessError: must create a new ApplePaySession from a user gesture handler.')
    if (request.countryCode !== 'JP' || request.currencyCode !== 'JPY') throw new Error('ApplePaySession: JP, JPY')
    if (request.merchantCapabilities.indexOf('supports3DS') < 0 || !request.supportedNetworks.length) throw new Error('ApplePaySession: capabilities')
    var isPending = request.total.type === 'pending'
    if (!(isPending || /^[1-9][0-9]*$/.test(request.total.amount)) || !request.total.label) throw new Error('ApplePaySession: total')
    this.request = request
  }
  Session.STATUS_SUCCESS = 0
  Session.STATUS_FAILURE = 1
  Session.supportsVersion = function (version) { return version <= 14 }
  Session.canMakePayments = function () { return true }
  Session.prototype.begin = function () {
    var self = this
    var request = this.request
    this.shown = sheet('Apple Pay', request.total.label, request.total.type === 'pending' ? '' : request.total.amount, CARDS, function (card) {
      if (self.isAsked) return
      self.isAsked = true
      self.shown.say('処理しています')
      self.whenValid(function () { self.authorise(card) })
    }, function () { if (self.oncancel) self.oncancel({ sessionError: { code: 'userCancelled', info: {} } }) })
    this.onvalidatemerchant({ validationURL: validationURL })
  }
  /** Nothing is approved before Apple knows the shop. */
  Session.prototype.whenValid = function (work) {
    if (this.isValid) work()
    else this.waiting = work
  }
  Session.prototype.authorise = function (card) {
    var self = this
    var request = this.request
    var data = {
      applicationPrimaryAccountNumber: card.pan,
      applicationExpirationDate: '301231',
      currencyCode: '392',
      transactionAmount: Number(request.total.amount),
      deviceManufacturerIdentifier: '040010030273',
      paymentDataType: '3DSecure',
      paymentData: { onlinePaymentCryptogram: random(), eciIndicator: '7' }
    }
    self.onpaymentauthorized({
      payment: {
        token: {
          paymentData: {
            version: 'EC_v1',
            data: base64(data),
            signature: random(),
            header: { ephemeralPublicKey: random(), publicKeyHash: random(), transactionId: '3a5c' + Date.now().toString(16) }
          },
          paymentMethod: { displayName: card.label, network: card.action, type: 'credit' },
          transactionIdentifier: '3A5C'
        },
        shippingContact: request.requiredShippingContactFields ? CONTACT : undefined
      }
    })
  }
  Session.prototype.completeMerchantValidation = function (session) {
    if (!session || !session.merchantSessionIdentifier) throw new Error('InvalidAccessError')
    this.isValid = true
    if (this.waiting) this.waiting()
  }
  Session.prototype.completePayment = function (result) {
    var shown = this.shown
    shown.say(result.status === Session.STATUS_SUCCESS ? '完了' : '支払えませんでした')
    setTimeout(shown.close, 300)
  }
  Session.prototype.abort = function () { this.shown.close() }
  var CONTACT = {
    familyName: '久志', givenName: '花子', phoneticFamilyName: 'くし', phoneticGivenName: 'はなこ',
    phoneNumber: '+81 90-1234-5678', emailAddress: 'hanako@example.jp', postalCode: '150-0001', administrativeArea: '東京都',
    locality: '渋谷区', subLocality: '神宮前', addressLines: ['1-2-3', '櫛ビル4階'], country: '日本', countryCode: 'JP'
  }
  window.ApplePaySession = Session
})()
`

/** Stands in for Google's pay.js. */
export const GOOGLE_PAY_SCRIPT = `(function () {
  'use strict'
${COMMON}
  function need(is, what) { if (!is) throw { statusCode: 'DEVELOPER_ERROR', statusMessage: what } }
  function checked(request) {
    need(request.apiVersion === 2 && request.apiVersionMinor === 0, 'apiVersion')
    var card = request.allowedPaymentMethods && request.allowedPaymentMethods[0]
    need(card && card.type === 'CARD', 'allowedPaymentMethods')
    need(card.parameters.allowedAuthMethods.length && card.parameters.allowedCardNetworks.length, 'parameters')
    return card
  }
  function PaymentsClient(options) {
    need(options.environment === 'TEST' || options.environment === 'PRODUCTION', 'environment')
  }
  PaymentsClient.prototype.isReadyToPay = function (request) {
    checked(request)
    return Promise.resolve({ result: true })
  }
  PaymentsClient.prototype.prefetchPaymentData = function () {}
  PaymentsClient.prototype.loadPaymentData = function (request) {
    return new Promise(function (resolve, reject) {
      var card = checked(request)
      var by = card.tokenizationSpecification
      need(by && by.type === 'PAYMENT_GATEWAY' && by.parameters.gateway && by.parameters.gatewayMerchantId, 'tokenizationSpecification')
      var info = request.transactionInfo
      need(info.countryCode === 'JP' && info.currencyCode === 'JPY' && (info.totalPriceStatus === 'FINAL' ? /^[1-9][0-9]*$/.test(info.totalPrice) : info.totalPriceStatus === 'NOT_CURRENTLY_KNOWN'), 'transactionInfo')
      need(request.merchantInfo.merchantName, 'merchantInfo')
      need(navigator.userActivation.isActive, 'no gesture')
      var cards = CARDS.map(function (one) { return Object.assign({ authMethod: 'CRYPTOGRAM_3DS' }, one) })
      if (card.parameters.allowedAuthMethods.indexOf('PAN_ONLY') >= 0)
        cards.push({ label: '端末にないカード', pan: '5555555555554444', action: 'pan', authMethod: 'PAN_ONLY' })
      var shown = sheet('Google Pay', request.merchantInfo.merchantName, info.totalPriceStatus === 'FINAL' ? info.totalPrice : '', cards, function (one) {
        shown.close()
        var message = {
          messageExpiration: String(Date.now() + 600000),
          messageId: random(),
          paymentMethod: 'CARD',
          paymentMethodDetails: { pan: one.pan, expirationMonth: 12, expirationYear: 2030, authMethod: one.authMethod },
          gatewayMerchantId: by.parameters.gatewayMerchantId
        }
        var token = {
          protocolVersion: 'ECv2',
          signature: random(),
          intermediateSigningKey: { signedKey: JSON.stringify({ keyValue: random(), keyExpiration: '9999999999999' }), signatures: [random()] },
          signedMessage: JSON.stringify({ encryptedMessage: base64(message), ephemeralPublicKey: random(), tag: random() })
        }
        resolve({
          apiVersion: 2,
          apiVersionMinor: 0,
          email: request.emailRequired ? 'hanako@example.jp' : undefined,
          shippingAddress: request.shippingAddressRequired
            ? { name: '久志 花子', postalCode: '150-0001', countryCode: 'JP', phoneNumber: '+81 90-1234-5678', administrativeArea: '東京都', locality: '渋谷区神宮前', address1: '1-2-3', address2: '櫛ビル4階', address3: '', sortingCode: '' }
            : undefined,
          paymentMethodData: { type: 'CARD', description: one.label, info: { cardNetwork: 'JCB', cardDetails: '0007' }, tokenizationData: { type: 'PAYMENT_GATEWAY', token: JSON.stringify(token) } }
        })
      }, function () { reject({ statusCode: 'CANCELED' }) })
    })
  }
  window.google = Object.assign(window.google || {}, { payments: { api: { PaymentsClient: PaymentsClient } } })
})()
`
