import type { MoveIn } from '@kushi/contract/admin/move-in'
import { MOVE_BACKUP_HOURS, WITHOUT_BACKUP_CONFIRMATION } from '@kushi/values/move-in'
import { formFor } from '../../ui/form-for.ts'
import { Time } from '../../ui/time.tsx'

const { TextField } = formFor<BackupFormValues>()

export interface BackupFormValues {
  without_backup: string
}

/** The first step of a move: when the last backup was, or the words that there is none. */
export function BackupField({ move: { backup_made_at, is_backup_recent } }: { move: MoveIn }) {
  const readLastBackupTime = backup_made_at ? (
    <>
      最後のバックアップ: <Time value={backup_made_at} />
    </>
  ) : (
    '最後のバックアップ: このサーバーには分かりません'
  )
  if (is_backup_recent) return <p className="mb-4">{readLastBackupTime}</p>
  return (
    <>
      <p className="mb-2">
        {readLastBackupTime}。先にバックアップを取ってください(サーバーで backup
        コマンド)。取り込む直前のものなら、すべてをその時点に戻せます。
      </p>
      <TextField
        name="without_backup"
        label="バックアップを取らずに進めるとき"
        hint={`この${MOVE_BACKUP_HOURS}時間のバックアップが確かめられないので、「${WITHOUT_BACKUP_CONFIRMATION}」と入力してください。`}
      />
    </>
  )
}
