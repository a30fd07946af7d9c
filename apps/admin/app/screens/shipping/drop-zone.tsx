import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { FileDrop } from '../../ui/file-drop.tsx'

/**
 * Files of any carrier. Their effects are shown before anything changes: a single one is opened at once, several are listed
 * on the desk.
 */
export function DropZone() {
  const navigate = useNavigate()
  return (
    <FileDrop
      label="発行済データの取込"
      fieldLabel="発行済データ"
      accept=".csv,text/csv"
      send={(file) => api('POST /admin/v1/shipping/imports', { query: { file_name: file.name }, body: file })}
      onSent={async (sent) => {
        await navigate(sent.length === 1 ? `/shipping/imports/${sent[0]!.id}` : '/shipping')
      }}
    >
      送り状ソフトの発行済データを、ここに置いてください。まとめて置いても、どのソフトのファイルかは自動で見分けます。
    </FileDrop>
  )
}
