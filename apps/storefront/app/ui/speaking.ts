import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** The number of errors, spoken after a press of the button. */
export const WHOLE_FORM = 'form'

/**
 * The live region of a form that may speak: the error of the field that was just left, or the number of errors. Without
 * this, a press of the button would make all of them speak at once.
 */
let speaking: string | null = null
const listeners = new Set<() => void>()
/** The focus leaves a field once, also if another field contains it. */
let taken: Event | null = null

function speak(who: string): void {
  speaking = who
  for (const listener of listeners) listener()
}

export const speakForForm = () => speak(WHOLE_FORM)

function subscribe(listener: () => void) {
  if (listeners.size === 0) document.addEventListener('submit', speakForForm, true)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('submit', speakForForm, true)
  }
}

/** The `aria-live` of a region. */
export const useLive = (who: string) =>
  useSyncExternalStore(
    subscribe,
    () => speaking === who,
    () => false,
  )
    ? 'polite'
    : 'off'

/** The same, for the error of the field around it: it speaks from when the focus leaves that field. */
export function useLiveWhenLeft(id: string, error: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const field = error.current?.parentElement
    const leave = (event: FocusEvent) => {
      if (event === taken || field?.contains(event.relatedTarget as Node | null)) return
      taken = event
      speak(id)
    }
    field?.addEventListener('focusout', leave)
    return () => field?.removeEventListener('focusout', leave)
  }, [id, error])
  return useLive(id)
}
