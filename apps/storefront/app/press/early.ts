/**
 * The first script, inlined into every page (see `inline-script-plugin.ts`), so that no click is lost. It may not import.
 *
 * - Stores clicks and changes from before hydration, marks the controls as pressed, and repeats the events on
 *   `kushi:alive`. Links, and forms with an `action`, need no script: the browser handles them itself.
 * - If a control moves between pointerdown and pointerup, because content above it has just loaded, it still gets the
 *   click. Browsers would send the click to an element that contains both positions.
 */
const CONTROL = 'a[href],button,label,summary,input[type=radio],input[type=checkbox]'
/** Beyond this distance in CSS pixels, the user moved the finger on purpose. */
const MAX_CLICK_DRIFT_PX = 12

// Selects the variant of the shop's content (レイアウトコード). Same rule as `isMobile` in layout-code.ts.
document.documentElement.dataset.device = /iphone|ipad|ipod|android/i.test(navigator.userAgent) ? 'mobile' : 'pc'

// State of this browser's cart (`state/save-cart.ts`). A page is cached for all visitors and contains several
// variants, of which the styles show one. A possible member is 'unknown', because the server has the member's cart.
document.documentElement.dataset.cart = cartHere()

function cartHere(): 'unknown' | 'empty' | 'filled' {
  try {
    if (document.documentElement.dataset.asOf) return cartStateIn(sessionStorage)
    if (/(^|; )(access_token|member_\d+)=/.test(document.cookie) || sessionStorage.getItem('kushi.acting'))
      return 'unknown'
    return cartStateIn(localStorage)
  } catch {
    return 'empty'
  }
}

function cartStateIn(storage: Storage): 'filled' | 'empty' {
  return JSON.parse(storage.getItem('kushi.cart') ?? '[]').length > 0 ? 'filled' : 'empty'
}

type Redo = () => void
let queuedEvents: Redo[] | null = []
let pointerDown: { control: Element; x: number; y: number } | null = null

const controlAt = (event: Event) => (event.target instanceof Element ? event.target.closest(CONTROL) : null)

/** Whether the browser itself does what the page's code would do. */
const isNative = (control: Element) =>
  control.matches('a') ||
  (control instanceof HTMLLabelElement && !control.control?.matches('[type=radio],[type=checkbox]')) ||
  (control instanceof HTMLButtonElement && control.type === 'submit' && control.form?.hasAttribute('action'))

/** Opens and closes the menu (`shell/header.tsx`), also when the page's code is there: a press on its button or beside it. */
function handleMenuClick({ target }: Event, control: Element | null): boolean {
  const dialog = (target as Element).closest('dialog')
  if (control?.hasAttribute('data-opens'))
    (document.getElementById(control.getAttribute('aria-controls')!) as HTMLDialogElement).showModal()
  else if (dialog && (target === dialog || control?.hasAttribute('data-closes'))) dialog.close()
  else return false
  return true
}

addEventListener(
  'pointerdown',
  (event) => {
    const control = event.isPrimary && event.button === 0 ? controlAt(event) : null
    pointerDown = control && { control, x: event.clientX, y: event.clientY }
  },
  true,
)

addEventListener(
  'pointercancel',
  () => {
    pointerDown = null
  },
  true,
)

addEventListener(
  'click',
  (event) => {
    const pressed = pointerDown
    pointerDown = null
    const isNear = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < MAX_CLICK_DRIFT_PX
    if (event.isTrusted && event.detail && isNear && !pressed.control.contains(event.target as Node)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      ;(pressed.control as HTMLElement).click()
      return
    }
    const control = controlAt(event)
    if (handleMenuClick(event, control)) return
    if (!queuedEvents || !control || isNative(control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.setAttribute('data-kept', '')
    queuedEvents.push(() => {
      control.removeAttribute('data-kept')
      ;(control as HTMLElement).click()
    })
  },
  true,
)

addEventListener(
  'input',
  ({ target }) => {
    if (!queuedEvents || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    const { value } = target
    queuedEvents.push(() => {
      // Uses the prototype's setter. With React's own setter on the element, React would ignore the event.
      const type = target instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(type.prototype, 'value')!.set!.call(target, value)
      for (const name of ['input', 'change']) target.dispatchEvent(new Event(name, { bubbles: true }))
    })
  },
  true,
)

// Pictures below the first view (`.later-picture`) and the sharper first one (`ui/avif-source.tsx`) wait until hydration
// or a scroll: the code gets the bandwidth.
const loadDeferredPictures = () => {
  document.documentElement.dataset.idle = ''
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-sizes]'))
    source.sizes = source.dataset.sizes!
}
const MAX_DEFER_MS = 5000
addEventListener('kushi:alive', () => (window.requestIdleCallback ?? setTimeout)(loadDeferredPictures))
addEventListener('scroll', loadDeferredPictures, { once: true, capture: true, passive: true })
setTimeout(loadDeferredPictures, MAX_DEFER_MS)

addEventListener('kushi:alive', () => {
  const queue = queuedEvents ?? []
  queuedEvents = null
  // One after the other, so that each one sees the changes of the one before.
  const next = () => {
    queue.shift()?.()
    if (queue.length) setTimeout(next)
  }
  next()
})
