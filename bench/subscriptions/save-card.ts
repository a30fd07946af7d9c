/** The vault member whose single card pays for all subscriptions. */
export const vaultMember = 'bench-subscriber'

/** Saves the card in the simulator's vault, as a browser and the shop would. */
export async function saveCard(gateway: string): Promise<void> {
  const card = {
    apiKey: 'sandbox-api-key',
    cardno: '4111111111111111',
    expire: '3912',
    securitycode: '123',
    holdername: 'B',
  }
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${gateway}/token`, { method: 'POST', headers, body: JSON.stringify(card) })
  const { tokenObject } = (await made.json()) as { tokenObject: { token: string } }
  await call(gateway, 'SaveMember', {})
  await call(gateway, 'SaveCard', { SeqMode: '1', Token: tokenObject.token, HolderName: 'B' })
}

async function call(gateway: string, name: string, more: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({
    SiteID: 'tsite00000001',
    SitePass: 'sandboxsit',
    MemberID: vaultMember,
    ...more,
  })
  const text = await (await fetch(`${gateway}/payment/${name}.idPass`, { method: 'POST', body })).text()
  if (text.includes('ErrCode')) throw new Error(`${name}: ${text}`)
}
