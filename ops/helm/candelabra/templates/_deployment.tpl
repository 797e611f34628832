{{/* Deployment of a component. Call with (dict "root" $ "component" "api" "command" … "metricsPort" 9464). */}}
{{- define "candelabra.deployment" -}}
{{- $root := .root -}}
{{- $component := .component -}}
{{- $values := index $root.Values $component -}}
{{- $context := list $root $component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "candelabra.fullname" $root }}-{{ $component }}
  labels: {{- include "candelabra.labels" $context | nindent 4 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels: {{- include "candelabra.selector" $context | nindent 6 }}
  template:
    metadata:
      labels: {{- include "candelabra.labels" $context | nindent 8 }}
      annotations:
        # Pods are replaced when their configuration changes.
        checksum/config: {{ toJson $root.Values.config | sha256sum }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "candelabra.fullname" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # The first process is the pod's, not Node.
      shareProcessNamespace: true
      terminationGracePeriodSeconds: {{ include "candelabra.terminationGracePeriodSeconds" (list $root $values.preStopSeconds) }}
      securityContext: {{- include "candelabra.podSecurityContext" $root | nindent 8 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "candelabra.selector" $context | nindent 14 }}
      {{- with $values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $component }}
          image: {{ include "candelabra.image" $root | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: [node, dist/apps/{{ $component }}/src/main.js]
          securityContext: {{- include "candelabra.containerSecurityContext" $root | nindent 12 }}
          envFrom:
            - configMapRef:
                name: {{ include "candelabra.fullname" $root }}
          env:
            {{- if eq $component "api" }}
            - name: PORT
              value: '8003'
            {{- end }}
            - name: METRICS_PORT
              value: {{ .metricsPort | quote }}
            {{- include "candelabra.secretEnvironment" $context | nindent 12 }}
          ports:
            {{- if eq $component "api" }}
            - name: http
              containerPort: 8003
            {{- end }}
            - name: metrics
              containerPort: {{ .metricsPort }}
          {{- include "candelabra.probes" (ternary "http" "metrics" (eq $component "api")) | nindent 10 }}
          {{- if $values.preStopSeconds }}
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ $values.preStopSeconds | quote }}]
          {{- end }}
          resources: {{- toYaml $values.resources | nindent 12 }}
          volumeMounts: {{- include "candelabra.volumeMounts" $context | nindent 12 }}
      volumes: {{- include "candelabra.volumes" $context | nindent 8 }}
{{- end }}
