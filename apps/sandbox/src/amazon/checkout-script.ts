/**
 * The script that a page loads as `checkout.js`: `amazon.Pay` with the button, a checkout without a button, and the
 * links that change a choice. A press leaves the page with the payload that the shop signed; the sign-in page verifies
 * it.
 */
export const CHECKOUT_SCRIPT = `(function () {
  'use strict'
  var own = document.currentScript && document.currentScript.src
  var base = own ? new URL('checkout/', own).href : '/sandbox/amazon/checkout/'
  var PRODUCTS = ['PayAndShip', 'PayOnly']
  var PLACEMENTS = ['Home', 'Product', 'Cart', 'Checkout', 'Other']

  function need(config, names) {
    names.forEach(function (name) {
      if (!config || config[name] === undefined || config[name] === '') throw new Error('amazon.Pay: ' + name + ' is missing')
    })
  }

  function checked(config) {
    need(config, ['merchantId', 'ledgerCurrency', 'placement'])
    if (config.ledgerCurrency !== 'JPY') throw new Error('amazon.Pay: ledgerCurrency must be JPY')
    if (PLACEMENTS.indexOf(config.placement) < 0) throw new Error('amazon.Pay: unknown placement')
    if (config.productType && PRODUCTS.indexOf(config.productType) < 0) throw new Error('amazon.Pay: unknown productType')
    return config
  }

  function initCheckout(config) {
    checked(config)
    var signed = config.createCheckoutSessionConfig
    need(signed, ['payloadJSON', 'signature'])
    var fields = {
      merchantId: config.merchantId,
      publicKeyId: signed.publicKeyId || config.publicKeyId || '',
      productType: config.productType || 'PayAndShip',
      payloadJSON: signed.payloadJSON,
      signature: signed.signature,
      algorithm: signed.algorithm || ''
    }
    var form = document.createElement('form')
    form.method = 'post'
    form.action = base + 'initiate'
    Object.keys(fields).forEach(function (name) {
      var input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = fields[name]
      form.appendChild(input)
    })
    document.body.appendChild(form)
    form.submit()
    form.remove()
  }

  function renderButton(selector, config) {
    checked(config)
    var host = typeof selector === 'string' ? document.querySelector(selector) : selector
    if (!host) throw new Error('amazon.Pay: no element ' + selector)
    var root = host.shadowRoot || host.attachShadow({ mode: 'open' })
    var button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', 'Amazon Pay \\u3067\\u304a\\u652f\\u6255\\u3044\\u306b\\u9032\\u3080')
    button.style.cssText = 'box-sizing:border-box;width:100%;min-height:48px;padding:0 16px;border:0;border-radius:24px;' +
      'background:#ffd814;color:#0f1111;font:700 17px/1 Arial,sans-serif;letter-spacing:-.01em;cursor:pointer'
    var name = document.createElement('span')
    name.textContent = 'amazon pay'
    button.appendChild(name)
    var press = function () {
      initCheckout(config)
    }
    button.addEventListener('click', function () {
      press()
    })
    root.replaceChildren(button)
    return {
      onClick: function (handler) {
        press = handler
      },
      initCheckout: function (more) {
        initCheckout(Object.assign({}, config, more))
      },
      updateButtonInfo: function () {}
    }
  }

  function bindChangeAction(selector, options) {
    need(options, ['amazonCheckoutSessionId', 'changeAction'])
    if (options.changeAction !== 'changeAddress' && options.changeAction !== 'changePayment')
      throw new Error('amazon.Pay: unknown changeAction')
    var element = document.querySelector(selector)
    if (!element) throw new Error('amazon.Pay: no element ' + selector)
    element.addEventListener('click', function (event) {
      event.preventDefault()
      window.location.assign(base + 'change?' + new URLSearchParams(options))
    })
  }

  window.amazon = {
    Pay: { renderButton: renderButton, initCheckout: initCheckout, bindChangeAction: bindChangeAction, signout: function () {} }
  }
})()
`
