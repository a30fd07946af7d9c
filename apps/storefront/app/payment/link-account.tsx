import type { LinkableAccount } from '@kushi/contract/linked-account'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'

interface LinkAccountProps {
  account: LinkableAccount
  /** For which 定期便 it is linked, to return to it; left out: for none yet. */
  subscription_id?: number
}

/** Leads to the wallet's page, on which the member links their account. */
export function LinkAccount({ account: { wallet, payment_name }, subscription_id }: LinkAccountProps) {
  const [isLeaving, setLeaving] = useState(false)
  // The back button may restore this page with its former state.
  useEffect(() => {
    const resetWhenRestored = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', resetWhenRestored)
    return () => window.removeEventListener('pageshow', resetWhenRestored)
  }, [])
  async function goToProvider(): Promise<void> {
    setLeaving(true)
    try {
      const body = { wallet, ...(subscription_id !== undefined && { subscription_id }) }
      const { redirect_url } = await api('POST /v1/common/mypage/linked-account/link', { body })
      location.assign(redirect_url)
    } catch {
      // A toast has shown the error.
      setLeaving(false)
    }
  }
  return (
    <Button look="secondary" wide pending={isLeaving} onClick={() => void goToProvider()}>
      {payment_name}を連携する
    </Button>
  )
}
