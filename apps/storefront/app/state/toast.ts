import { TOAST_MS } from '@kushi/values/limits'
import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  /** The toast belongs to this screen, so a navigation closes it. Other toasts stay after the navigation. */
  isForThisScreen?: boolean
  /** The screen already shows it, so it is only spoken by screen readers. */
  isShownElsewhere?: boolean
  tone: 'success' | 'error' | 'info'
  message: string
  /** Sanitised HTML to show instead of the message. */
  html?: string
}

interface ToastState {
  toasts: Toast[]
  show: (toast: Omit<Toast, 'id'>) => void
  dismiss: (id: number) => void
  /** Closes the toasts of the current screen, when a navigation starts. */
  removeScreenToasts: () => void
}

let lastId = 0

export const toastStore = createStore<ToastState>((set, get) => ({
  toasts: [],
  show: (toast) => {
    const id = ++lastId
    // Replaces an earlier toast with the same message.
    const others = get().toasts.filter(({ message }) => message !== toast.message)
    set({ toasts: [...others.slice(-2), { ...toast, id }] })
    setTimeout(() => get().dismiss(id), TOAST_MS)
  },
  dismiss: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  removeScreenToasts: () => set({ toasts: get().toasts.filter(({ isForThisScreen }) => !isForThisScreen) }),
}))

/** Shows a short message. */
export const toast = (message: string, tone: Toast['tone'] = 'success') => toastStore.getState().show({ message, tone })

/** Shows a success message that is only useful on this screen. */
export const toastInPlace = (message: string) =>
  toastStore.getState().show({ message, tone: 'success', isForThisScreen: true })

/** Only speaks a success message, by the same live region: the screen itself shows it. */
export const announceInPlace = (message: string) =>
  toastStore.getState().show({ message, tone: 'success', isForThisScreen: true, isShownElsewhere: true })

/** Shows an error message of the server. It may contain HTML, which is sanitised; the sanitiser is loaded only then. */
export async function toastError(message: string): Promise<void> {
  if (!message.includes('<')) return toast(message, 'error')
  const purify = await import('dompurify').then(
    (module) => module.default,
    () => null,
  )
  // Without the sanitiser, shows only the text.
  if (!purify) return toast(message.replace(/<[^>]*>/g, ''), 'error')
  toastStore
    .getState()
    .show({ message, tone: 'error', html: purify.sanitize(message, { ALLOWED_TAGS: ['a', 'b', 'br', 'strong'] }) })
}
