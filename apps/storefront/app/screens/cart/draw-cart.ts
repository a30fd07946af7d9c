/**
 * Inlined into the cart page after the list of rows (see `inline-script-plugin.ts`). Draws a guest's items as soon as
 * the page is visible, in the same way as `cart-row.tsx` does later. It may not import.
 */
interface Entry {
  subscription: 0 | 1
  quantity: number
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  product_image: string
  price: number
  subtotal: number
}

const root = document.documentElement
const place = document.querySelector('[data-early-cart]')

const el = (tag: string, className = '', text = '') =>
  Object.assign(document.createElement(tag), { className, textContent: text })
const yen = (amount: number) => `¥${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')}`

function picture(path: string): Element {
  const base = root.dataset.imageApi ?? ''
  const frame = el('span', 'w-20 shrink-0 md:w-24')
  // Creating an image already requests its file, so an empty path must not create one.
  if (!path) return frame
  const box = el('picture')
  box.append(
    Object.assign(document.createElement('source'), { type: 'image/avif', srcset: `${base}${path}-320.avif` }),
    Object.assign(document.createElement('img'), {
      src: `${base}${path}-320.webp`,
      alt: '',
      width: 960,
      height: 1200,
      className: 'block aspect-4/5 h-auto w-full object-cover',
    }),
  )
  frame.append(box)
  return frame
}

function row(item: Entry): Element {
  const variant = [item.set_item_name1, item.set_item_name2].filter(Boolean).join(' / ')
  const words = el('div', 'grid min-w-0 grow content-start gap-1')
  words.append(el('span', 'font-medium', item.product_name))
  if (variant) words.append(el('p', 'text-sm text-muted', variant))
  // Only the server knows the price of each delivery of a 定期便.
  const price = el('span', 'numeric')
  price.append(el('span', 'text-sm font-medium', item.subscription === 1 ? '\u00a0' : yen(item.price)))
  const amounts = el('div', 'flex min-h-tap items-center justify-between gap-x-4')
  amounts.append(
    el('span', 'numeric text-sm', `数量 ${item.quantity}`),
    el('span', 'numeric text-sm', yen(item.subtotal)),
  )
  const frame = el('div', 'mt-2 border-y border-transparent')
  frame.append(amounts)
  words.append(price, frame, el('span', 'block min-h-tap'))
  const all = el('div', 'flex gap-4')
  all.append(picture(item.product_image), words)
  const li = el('li', 'grid gap-3 border-b border-line py-5')
  li.append(all)
  return li
}

if (place && root.dataset.cart === 'filled')
  try {
    const items: Entry[] = JSON.parse((root.dataset.asOf ? sessionStorage : localStorage).getItem('kushi.cart') ?? '[]')
    const of = (type: number) => items.filter(({ subscription }) => subscription === type)
    const asked = new URLSearchParams(location.search).get('tab')
    const type = asked === 'periodic' || (asked !== 'normal' && of(0).length === 0) ? 1 : 0
    place.append(...of(type).map(row))
    for (const count of document.querySelectorAll<HTMLElement>('[data-early-count]')) {
      const ofTab = Number(count.dataset.earlyCount)
      count.textContent = `(${of(ofTab).reduce((sum, { quantity }) => sum + quantity, 0)})`
      if (ofTab === type) count.closest('a')?.setAttribute('aria-current', 'true')
      else count.closest('a')?.removeAttribute('aria-current')
    }
  } catch {
    // An unreadable cart counts as empty. The screen shows it after hydration.
  }

export {}
