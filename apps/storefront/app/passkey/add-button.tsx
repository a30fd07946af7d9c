import type { Passkeys } from '@kushi/contract/sign-in'
import { Button } from '../ui/button.tsx'
import { useAddPasskey } from './use-add.ts'

/** パスキーを登録する, on this device. */
export default function AddPasskeyButton({ onAdded }: { onAdded: (passkeys: Passkeys) => void }) {
  const { press, isPending, problem } = useAddPasskey(onAdded)
  return (
    <div className="grid gap-2">
      <p>
        <Button look="secondary" pending={isPending} onClick={press}>
          この端末にパスキーを登録する
        </Button>
      </p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
