import { MAX_SETTLEMENT_BYTES } from '@kushi/contract/admin/settlement'
import { ApiError } from '@kushi/contract/client'
import { api } from '../../api.ts'
import { FileDrop } from '../../ui/file-drop.tsx'

/** Files of providers, carriers and banks; whose they are is recognised. */
export const DropFile = () => (
  <div className="mb-6">
    <FileDrop
      label="入金のファイルの取込"
      fieldLabel="入金のファイル"
      accept=".csv,.txt,.tsv,text/csv,text/plain"
      look="primary"
      send={async (file) => {
        if (file.size > MAX_SETTLEMENT_BYTES)
          throw new ApiError(413, { message: '40MBを超えています。分けて置いてください。' })
        await api('POST /admin/v1/settlement/files', { query: { name: file.name }, body: file })
      }}
    >
      Amazon
      Pay・NP後払い・PayPayの入金ファイルは、そのまま置いてください。GMO-PG・配送会社の代引・銀行などは、初めての形のときだけ列をうかがい、次から覚えておきます。銀行の全銀形式(入出金取引明細・振込入金通知)も、そのまま読み取ります。
    </FileDrop>
  </div>
)
