{{- define "agent-mem.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* What every pod has, and where it runs: (dict "root" $ "service" what is set for it). */}}
{{- define "agent-mem.pod" }}
automountServiceAccountToken: false
# Else a Service named "http" would set our HTTP_PORT.
enableServiceLinks: false
securityContext: {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- range $member := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $.service $member }}
{{ $member }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
