import { useEffect, useState } from 'react'
import { quietApi } from '../../../api.ts'
import { settle } from '../../../settle.ts'
import { readActing } from '../../../state/acting.ts'

/** Tags of ASPs, each under an origin of its own: it sees neither this page nor what the shop keeps in the browser. */
export default function AdFrames({ order_no }: { order_no: string }) {
  const [addresses, setAddresses] = useState<string[]>([])
  useEffect(() => {
    const load = async () => {
      const { data } = await settle(quietApi('POST /v1/order/public/{order_no}/ad-frames', { params: { order_no } }))
      setAddresses(data?.addresses ?? [])
    }
    if (readActing() === null) void load()
  }, [order_no])
  return addresses.map((address) => (
    <iframe
      key={address}
      src={address}
      title="広告の成果"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      hidden
    />
  ))
}
