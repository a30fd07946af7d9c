import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** The number of errors, spoken after a press of the button. */
export const WHOLE_FORM = 'form'

/**
 * The live region of a form that may speak: the error of the field that was just left, or the number of errors. Without
 * this, a press of the button would make all of them speak at once.
 */
let announcer: string | null = null
const listeners = new Set<() => void>()
/** The focus leaves a field once, also if another field contains it. */
let handledEvent: Event | null = null

function announce(region: string): void {
  announcer = region
  for (const listener of listeners) listener()
}

export const announceFormErrors = () => announce(WHOLE_FORM)

function subscribe(listener: () => void) {
  if (listeners.size === 0) document.addEventListener('submit', announceFormErrors, true)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('submit', announceFormErrors, true)
  }
}

/** The `aria-live` of a region. */
export const useAriaLive = (region: string) =>
  useSyncExternalStore(
    subscribe,
    () => announcer === region,
    () => false,
  )
    ? 'polite'
    : 'off'

/** The same, for the error of the field around it: it speaks from when the focus leaves that field. */
export function useAriaLiveOnBlur(id: string, error: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const field = error.current?.parentElement
    const onFocusOut = (event: FocusEvent) => {
      if (event === handledEvent || field?.contains(event.relatedTarget as Node | null)) return
      handledEvent = event
      announce(id)
    }
    field?.addEventListener('focusout', onFocusOut)
    return () => field?.removeEventListener('focusout', onFocusOut)
  }, [id, error])
  return useAriaLive(id)
}
