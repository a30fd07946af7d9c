import { type RefObject, useEffect } from 'react'
import { bareApi } from '../../../api.ts'
import { watchForm } from './watch-form.ts'

/** Counts this visit of the page's form once: when it ends, by another screen or by leaving the page. */
export function useFormVisit(form: RefObject<HTMLElement | null>, slug: string, isCounted: boolean): void {
  useEffect(() => {
    if (!isCounted || !form.current) return
    const watched = watchForm(form.current)
    let isSent = false
    const send = () => {
      if (isSent) return
      isSent = true
      const body = { ...watched.end(), is_confirmed: location.pathname.endsWith('/confirm') }
      void bareApi('POST /v1/landing-page/{slug}/form-visit', { params: { slug }, body }, { keepalive: true }).catch(
        () => {},
      )
    }
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [form, slug, isCounted])
}
