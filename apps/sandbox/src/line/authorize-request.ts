import type { Line } from './line.ts'

export type BotPrompt = '' | 'normal' | 'aggressive'

/** A login request, as in the URL and then in the form. */
export type AuthorizeRequest = {
  client_id: string
  redirect_uri: string
  state: string
  scope: string
  nonce: string
  code_challenge: string
  bot_prompt: BotPrompt
}

/** Our own site, or another host name of it (`wholesale.localhost`) on the same port. */
function isCallback(line: Line, redirect: string): boolean {
  if (!URL.canParse(redirect)) return false
  const wanted = new URL(redirect)
  const allowed = [line.publicUrl(), ...(line.env.SANDBOX_LINE_CALLBACKS ?? '').split(' ').filter(Boolean)]
  return allowed.some((one) => {
    const { protocol, hostname, port } = new URL(one)
    return (
      wanted.protocol === protocol &&
      wanted.port === port &&
      (wanted.hostname === hostname || wanted.hostname.endsWith(`.${hostname}`))
    )
  })
}

/** Parses a request; returns a sentence if LINE would reject it before showing a login. */
export function readRequest(line: Line, query: Record<string, string>): AuthorizeRequest | string {
  const prompt = query.bot_prompt ?? line.env.SANDBOX_LINE_BOT_PROMPT ?? 'normal'
  const request: AuthorizeRequest = {
    client_id: query.client_id ?? '',
    redirect_uri: query.redirect_uri ?? '',
    state: query.state ?? '',
    scope: query.scope ?? '',
    nonce: query.nonce ?? '',
    code_challenge: query.code_challenge ?? '',
    bot_prompt: prompt === 'normal' || prompt === 'aggressive' ? prompt : '',
  }
  if (query.response_type !== 'code') return 'response_type must be code'
  if (request.client_id !== line.channel.id) return 'Invalid client_id value'
  if (!isCallback(line, request.redirect_uri)) return 'Invalid redirect_uri value'
  if (request.state === '') return 'state is required'
  if (!/^(profile|openid|email)( (profile|openid|email))*$/.test(request.scope)) return 'Invalid scope value'
  if (request.code_challenge !== '' && query.code_challenge_method !== 'S256')
    return 'code_challenge_method must be S256'
  return request
}

/** The URL that carries the result back. */
export function backTo(request: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, state: request.state })) url.searchParams.set(name, value)
  return url.href
}
