import { ApiError } from '@kushi/contract/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { focusFirstError } from '../form/focus-error.ts'
import { newKey } from '../state/new-key.ts'
import { useCardForm } from './use-card-form.ts'

/** Sends the token. Returns the URL for 3-D Secure; null: not needed, the card is saved. */
type Send = (request: {
  token: string
  card_info: string
  idempotency_key: string
}) => Promise<{ redirect_url: string | null }>

/** カードの登録・変更: exchanges the card for a token, registers the token, and redirects to the card company for 3-D Secure. */
export function useRegistration(send: Send) {
  const navigate = useNavigate()
  const form = useCardForm()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const key = useRef<string | null>(null)

  // After the back button on the card company's page, the browser restores this page with its former state.
  useEffect(() => {
    const resetWhenRestored = (event: PageTransitionEvent) => event.persisted && setPending(false)
    window.addEventListener('pageshow', resetWhenRestored)
    return () => window.removeEventListener('pageshow', resetWhenRestored)
  }, [])

  /** Returns true if the browser is leaving for the card company. */
  async function register(): Promise<boolean> {
    setProblem(null)
    setTried(true)
    if (!form.validate()) return stop()
    const card = await form.exchange()
    if (!card) return stop()
    // A retry after a lost response uses the same key. After a rejection the next attempt gets a new key.
    key.current ??= newKey()
    try {
      const { redirect_url } = await send({ token: card.token, card_info: card.shown, idempotency_key: key.current })
      if (redirect_url) location.assign(redirect_url)
      else await navigate('/mypage/payments?registered=1')
      return redirect_url !== null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status > 0 && error.status < 500) key.current = null
      if (error.status === 401) return false
      setProblem(error.message)
      return stop()
    }
  }
  const stop = () => {
    focusFirstError()
    return false
  }

  return {
    form,
    isPending,
    problem,
    /** true: the result of an earlier visit to the card company is outdated. */
    hasTried,
    submit: async (event: FormEvent) => {
      event.preventDefault()
      if (isPending) return
      setPending(true)
      let isLeaving = false
      try {
        isLeaving = await register()
      } finally {
        if (!isLeaving) setPending(false)
      }
    },
  }
}
