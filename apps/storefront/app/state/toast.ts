import { TOAST_MS } from '@kushi/values/limits'
import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  /** Told of what stands on this screen: a navigation ends it. Others go along, to be read where one arrives. */
  isHere?: boolean
  tone: 'success' | 'error' | 'info'
  message: string
  /** Sanitised HTML that stands for the message. */
  html?: string
}

interface ToastState {
  toasts: Toast[]
  show: (toast: Omit<Toast, 'id'>) => void
  dismiss: (id: number) => void
  /** A navigation begins. */
  leave: () => void
}

let lastId = 0

export const toastStore = createStore<ToastState>((set, get) => ({
  toasts: [],
  show: (toast) => {
    const id = ++lastId
    // The same news twice is one piece of news.
    const others = get().toasts.filter(({ message }) => message !== toast.message)
    set({ toasts: [...others.slice(-2), { ...toast, id }] })
    setTimeout(() => get().dismiss(id), TOAST_MS)
  },
  dismiss: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  leave: () => set({ toasts: get().toasts.filter(({ isHere }) => !isHere) }),
}))

/** Shows a short piece of news. */
export const toast = (message: string, tone: Toast['tone'] = 'success') => toastStore.getState().show({ message, tone })

/** Success on a screen, of no use on the next one. */
export const toastHere = (message: string) => toastStore.getState().show({ message, tone: 'success', isHere: true })

/** Shows what a server said went wrong. HTML is allowed and sanitised; the sanitiser is loaded only for it. */
export async function toastError(message: string): Promise<void> {
  if (!message.includes('<')) return toast(message, 'error')
  const purify = await import('dompurify').then(
    (module) => module.default,
    () => null,
  )
  // Without the sanitiser the words alone are shown.
  if (!purify) return toast(message.replace(/<[^>]*>/g, ''), 'error')
  toastStore
    .getState()
    .show({ message, tone: 'error', html: purify.sanitize(message, { ALLOWED_TAGS: ['a', 'b', 'br', 'strong'] }) })
}
