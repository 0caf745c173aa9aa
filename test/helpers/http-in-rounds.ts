import { FakeHttp } from '../../src/adapters/fake/fake-http.ts';
import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';

/** A server that answers nobody before everything that could be asked meanwhile has been asked: a round. */
export class HttpInRounds extends FakeHttp {
  /** What was asked together, by path. */
  readonly rounds: string[][] = [];
  private held: { path: string; answer: () => void }[] = [];

  override async send(request: HttpRequest): Promise<HttpResponse> {
    await new Promise<void>((answer) => this.held.push({ path: new URL(request.url).pathname, answer }));
    return super.send(request);
  }

  isAsked(): boolean {
    return this.held.length > 0;
  }

  /** Answers all that was asked since the last time. */
  answersRound(): void {
    const round = this.held.splice(0);
    this.rounds.push(round.map(({ path }) => path));
    for (const { answer } of round) answer();
  }
}
