/**
 * Stands inline in every page, before anything else (see `inline-script-plugin.ts`), so that no press is lost. It may not import.
 *
 * - What is pressed or changed before React answers is kept, shown as pressed, and done when `kushi:alive` tells that it does.
 *   Links, and forms that name where they go, need no script: the browser answers them itself.
 * - A control that moves away between the finger's coming down and going up, because something above it has just
 *   arrived, is pressed all the same: browsers give such a click to whatever holds both places.
 */
const CONTROL = 'a[href],button,label,summary,input[type=radio],input[type=checkbox]'
/** Further than this, in CSS pixels, the finger was drawn away on purpose. */
const SLIP = 12

// レイアウトコード: which variant of the shop's content is shown. As `isMobile` of layout-code.ts.
document.documentElement.dataset.device = /iphone|ipad|ipod|android/i.test(navigator.userAgent) ? 'mobile' : 'pc'

// What this browser keeps in its cart (`state/cart-storage.ts`): a page that is the same for all holds several ways it can be, and
// styles show one. Who may be a member has theirs with the shop.
document.documentElement.dataset.cart = cartHere()

function cartHere(): 'unknown' | 'empty' | 'filled' {
  try {
    if (document.documentElement.dataset.asOf) return countIn(sessionStorage)
    if (/(^|; )(access_token|member_\d+)=/.test(document.cookie) || sessionStorage.getItem('kushi.acting'))
      return 'unknown'
    return countIn(localStorage)
  } catch {
    return 'empty'
  }
}

function countIn(storage: Storage): 'filled' | 'empty' {
  return JSON.parse(storage.getItem('kushi.cart') ?? '[]').length > 0 ? 'filled' : 'empty'
}

type Redo = () => void
let kept: Redo[] | null = []
let down: { control: Element; x: number; y: number } | null = null

const controlAt = (event: Event) => (event.target instanceof Element ? event.target.closest(CONTROL) : null)

/** Whether the browser does by itself what the page's code would do. */
const isNative = (control: Element) =>
  control.matches('a') ||
  (control instanceof HTMLLabelElement && !control.control?.matches('[type=radio],[type=checkbox]')) ||
  (control instanceof HTMLButtonElement && control.type === 'submit' && control.form?.hasAttribute('action'))

addEventListener(
  'pointerdown',
  (event) => {
    const control = event.isPrimary && event.button === 0 ? controlAt(event) : null
    down = control && { control, x: event.clientX, y: event.clientY }
  },
  true,
)

addEventListener(
  'pointercancel',
  () => {
    down = null
  },
  true,
)

addEventListener(
  'click',
  (event) => {
    const pressed = down
    down = null
    const isNear = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP
    if (event.isTrusted && event.detail && isNear && !pressed.control.contains(event.target as Node)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      ;(pressed.control as HTMLElement).click()
      return
    }
    const control = kept && controlAt(event)
    if (!kept || !control || isNative(control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.setAttribute('data-kept', '')
    kept.push(() => {
      control.removeAttribute('data-kept')
      ;(control as HTMLElement).click()
    })
  },
  true,
)

addEventListener(
  'input',
  ({ target }) => {
    if (!kept || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    const { value } = target
    kept.push(() => {
      // By the prototype's setter: React compares with what its own setter on the element has seen.
      const type = target instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(type.prototype, 'value')!.set!.call(target, value)
      for (const name of ['input', 'change']) target.dispatchEvent(new Event(name, { bubbles: true }))
    })
  },
  true,
)

// Pictures below what is seen first wait (`.later-picture`): the line is the code's until it answers, or somebody goes down the page.
const rest = () => {
  document.documentElement.dataset.idle = ''
}
const LATEST_MS = 5000
addEventListener('kushi:alive', () => (window.requestIdleCallback ?? setTimeout)(rest))
addEventListener('scroll', rest, { once: true, capture: true, passive: true })
setTimeout(rest, LATEST_MS)

addEventListener('kushi:alive', () => {
  const work = kept ?? []
  kept = null
  // One after the other, so that each sees what the one before has changed.
  const next = () => {
    work.shift()?.()
    if (work.length) setTimeout(next)
  }
  next()
})
