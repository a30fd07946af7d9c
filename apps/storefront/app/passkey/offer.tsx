import { useEffect, useState } from 'react'
import { quietApi } from '../api.ts'
import { toast } from '../state/toast.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { hasOwnAuthenticator } from './browser.ts'
import { endOffer } from './offer-mark.ts'
import { useAddPasskey } from './use-add.ts'

/** Offers a passkey, quietly and once, to who logged in by password on a device that could do without. */
export default function PasskeyOffer() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let isGone = false
    void (async () => {
      if (!(await hasOwnAuthenticator())) return
      const { items } = await quietApi('GET /v1/customer/passkeys')
      if (!isGone && items.length === 0) setShown(true)
    })().catch(() => {})
    return () => {
      isGone = true
    }
  }, [])
  const { press, isPending, problem } = useAddPasskey(() => {
    end()
    toast('パスキーを登録しました。次から、パスキーでログインできます')
  })
  function end(): void {
    endOffer()
    setShown(false)
  }
  if (!isShown) return null
  return (
    <Notice title="次からは、指紋や顔でログインできます">
      <p>この端末にパスキーを登録すると、パスワードの入力がいらなくなります。</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-6">
        <Button look="secondary" pending={isPending} onClick={press}>
          パスキーを登録する
        </Button>
        <button type="button" className="text-link inline-flex min-h-tap items-center" onClick={end}>
          いまはしない
        </button>
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
    </Notice>
  )
}
